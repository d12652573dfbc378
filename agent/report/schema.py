"""docs/report.schema.json: the published JSON Schema of report.json. `python -m agent.report.schema` prints it."""

from __future__ import annotations

import json
import sys

from agent.records import Report


def schema() -> str:
    """The schema as it is published."""
    found = Report.model_json_schema(mode="serialization")
    found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    found["title"] = "Corrigenda report"
    return json.dumps(found, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema())

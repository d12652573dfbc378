"""The files beside the report: bibliography, schema, records, and their one form."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from report_samples import PACK, SOURCES, hostile, sample
from test_inert import hostile_texts

from agent.records import Report
from agent.report import rundir
from agent.report.bibliography import bibtex, csl_json
from agent.report.proposal import proposal
from agent.report.schema import schema
from prompts.inert import hidden
from prompts.trust import Untrusted, derived
from tools.store import EvidenceStore

ROOT = Path(__file__).parent.parent


def with_title(text: str) -> Report:
    """The sample with a verified page of that title beside its package."""
    page = SOURCES[1].model_copy(
        update={"id": f"https://example.org/{text}", "kind": "page", "title": Untrusted(text, "test"), "version": text, "url": text}
    )
    return sample().model_copy(update={"sources": (*SOURCES, page)})


def test_bibliography_holds_what_was_verified() -> None:
    """Packages are software with their version; the pack, and what could not be opened, are left out."""
    text = bibtex(sample())
    assert text.count("@") == 1
    assert "@software{torch-2-13-0," in text
    assert "version = {2.13.0}" in text
    assert "torch/\\_dynamo/config.py" in text
    (item,) = json.loads(csl_json(sample()))
    assert (item["type"], item["title"], item["version"]) == ("software", "torch", "2.13.0")


def test_files_of_one_package_are_one_work() -> None:
    """Two files of one version make one entry that names both; another version makes another."""
    other = SOURCES[1].model_copy(update={"id": "pypi:torch==2.13.0/torch/__init__.py"})
    older = SOURCES[1].model_copy(update={"id": "pypi:torch==2.12.0/torch/__init__.py", "version": "2.12.0"})
    items = json.loads(csl_json(sample().model_copy(update={"sources": (*SOURCES, other, older)})))
    assert [item["id"] for item in items] == ["torch-2-12-0", "torch-2-13-0"]
    assert "torch/__init__.py, torch/_dynamo/config.py" in items[1]["note"]


@settings(max_examples=100, deadline=None)
@given(hostile_texts)
def test_titles_cannot_write_entries(text: str) -> None:
    """Whatever a title holds, BibTeX has two entries with balanced braces, and CSL-JSON two items."""
    shown = bibtex(with_title(text))
    assert len(re.findall(r"^@", shown, re.MULTILINE)) == 2
    assert shown.count("{") == shown.count("}")
    assert "@" not in re.sub(r"^@(software|misc)", "", shown, flags=re.MULTILINE)
    assert not hidden(derived(shown))
    assert len(json.loads(csl_json(with_title(text)))) == 2


@settings(max_examples=40, deadline=None)
@given(hostile_texts)
def test_records_come_back_as_they_were(text: str) -> None:
    """report.json holds every outside text exactly, in plain ASCII, and reading it gives the same record."""
    report = hostile(text)
    payload = rundir.records_of(report)
    assert payload.isascii()
    assert b"\x1b" not in payload
    assert Report.model_validate(json.loads(payload)) == report


@settings(max_examples=40, deadline=None)
@given(hostile_texts)
def test_proposal_is_text(text: str) -> None:
    """Old and new words in proposal.md stay in their blocks."""
    shown = proposal(hostile(text), None)
    assert not hidden(derived(shown))
    assert re.findall(r"^## .*$", re.sub(r"^(`{3,})text\n.*?\n\1$", "", shown, flags=re.M | re.S), re.M) == [
        "## P1 correction",
        "## P2 correction",
    ]


def test_published_schema_is_current() -> None:
    """docs/report.schema.json is what `make schema` would write."""
    assert (ROOT / "docs" / "report.schema.json").read_text() == schema()


def test_records_follow_the_schema() -> None:
    """report.json is valid by the published schema, and a record with a field taken out is not."""
    value = json.loads(rundir.records_of(sample()))
    found = json.loads(schema())
    jsonschema.Draft202012Validator.check_schema(found)
    validator = jsonschema.Draft202012Validator(found)
    assert not list(validator.iter_errors(value))
    del value["provenance"]["run_id"]
    assert list(validator.iter_errors(value))


def test_author_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    """A binary file given as the author's makes no patch, and proposal.md says why."""
    store = EvidenceStore(tmp_path / "evidence.warc.gz")
    store.put("pack", PACK.encode(), "text/plain")
    files = rundir.outputs(sample(), store, rundir.AuthorFile("13.md", b"\x00\xff\x00"))
    assert rundir.PATCH not in files
    assert b"cannot be read" in files[rundir.PROPOSAL]


def test_broken_report_is_not_written(tmp_path: Path) -> None:
    """A report that breaks the contract is a bug that stops, not a file for the author."""
    evidence = sample().evidence[0].model_copy(update={"label": "E1] <b>"})
    report = sample().model_copy(update={"evidence": (evidence, *sample().evidence[1:])})
    with pytest.raises(rundir.BrokenContract, match="raw HTML"):
        rundir.outputs(report, EvidenceStore(tmp_path / "evidence.warc.gz"))

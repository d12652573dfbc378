# What a person and CI run; each target sets up what it needs, in this folder: .venv holds the product, .corrigenda the
# experiment environments, runs the reports. pip's own configuration (index, certificates) is used as it stands.

PYTHON ?= python3
OUT ?= runs
TORCH ?= torch==2.13.0
# Another package index for torch alone, such as one of CPU builds; empty: the one that pip is configured for.
TORCH_INDEX ?=
export CORRIGENDA_HOME ?= $(CURDIR)/.corrigenda

BIN := .venv/bin
CORRIGENDA := $(BIN)/corrigenda
# With dev in it the editable install needs no build environment of its own, so that every version comes from constraints.txt.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
PRODUCT := .venv/product
DEV := .venv/dev
# An environment is complete or not there at all, so that its record serves as the stamp.
ENVIRONMENT := $(CORRIGENDA_HOME)/environments/default/corrigenda.json

.PHONY: help demo demo-model test test-all check format bench soak fuzz schema constraints image wheel system gvisor clean
.DELETE_ON_ERROR:

help:
	@echo 'make demo        research the bundled pack and leave a report in $(OUT)'
	@echo 'make demo-model  research a made chapter with a made model, from a recording in this repository'
	@echo 'make test        the tests, warnings as errors; test-all: the slow ones too'
	@echo 'make check       format, lint, types, import contracts; format: mend what can be mended'
	@echo 'make bench       the measurements in evals/bench; soak: ten thousand short runs, and what they leave'
	@echo 'make fuzz        what reads hostile input, for MINUTES=60 of the processor'
	@echo 'make schema      write docs/report.schema.json'
	@echo 'make constraints resolve constraints.txt anew'
	@echo 'make wheel       dist/*.whl; make image: a container image'

# ---- setting up --------------------------------------------------------------------------------------------------------

# What experiments need of the system: the sandbox, a compiler with the headers of Python, and openssl for torch's compiler.
# As root on Debian or Ubuntu it is installed; elsewhere it is named, and what needs it is UNRUN or skipped with the reason.
system:
	@wanted=''; \
	command -v bwrap >/dev/null || wanted="$$wanted bubblewrap"; \
	command -v g++ >/dev/null || wanted="$$wanted g++"; \
	command -v openssl >/dev/null || wanted="$$wanted openssl"; \
	$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || wanted="$$wanted python3-venv"; \
	$(PYTHON) -c 'import sysconfig, pathlib, sys; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())' || wanted="$$wanted python3-dev"; \
	if [ -z "$$wanted" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing$$wanted"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$wanted >/dev/null; \
	else \
		echo "Please install, by their Debian names:$$wanted. Without them experiments stay UNRUN and their tests are skipped." >&2; \
	fi

# gVisor, the strongest isolation, for the tests of it: root on Debian or Ubuntu gets it in a second or two, and elsewhere they are skipped.
gvisor:
	@if command -v runsc >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then exit 0; fi; \
	apt-cache show runsc >/dev/null 2>&1 || apt-get update -qq || true; \
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends runsc >/dev/null 2>&1 \
		&& echo 'installed runsc' || echo 'gVisor (runsc) is not to be had here; its tests are skipped' >&2

.venv/pyvenv.cfg: | system
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Python 3.11 or newer is needed, $(PYTHON) is {sys.version.split()[0]}; use make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv

$(PRODUCT): pyproject.toml constraints.txt .venv/pyvenv.cfg
	$(INSTALL) hatchling editables
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(DEV): $(PRODUCT)
	$(INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

$(ENVIRONMENT): | $(PRODUCT) system
	PIP_CONSTRAINT=constraints.txt $(CORRIGENDA) env add '$(TORCH)' numpy $(if $(TORCH_INDEX),--index '$(TORCH_INDEX)')

# ---- what is run -------------------------------------------------------------------------------------------------------

# Status 3 is a step that could not be done. It is accepted where every such step is an experiment and this machine has no isolation.
define NO_TIER
import json, pathlib, sys
from sandbox.runner import Sandbox
newest = max(pathlib.Path(sys.argv[1]).glob("*/*/*/report.json"), key=lambda path: path.stat().st_mtime)
failed = {item["step"] for item in json.loads(newest.read_bytes())["limitations"] if item["failed"]}
reason = Sandbox.detect("auto")
if failed != {"experiments"} or not isinstance(reason, str):
    sys.exit(f"demo: steps that could not be done: {', '.join(sorted(failed))}")
print(f"demo: the experiments are UNRUN, since this machine has no isolation for them: {reason}")
endef
export NO_TIER

demo: $(PRODUCT) $(ENVIRONMENT)
	@status=0; $(CORRIGENDA) research evals/packs/demo/pack.txt --out '$(OUT)' || status=$$?; \
	if [ $$status = 3 ]; then $(BIN)/python -c "$$NO_TIER" '$(OUT)'; else exit $$status; fi

# One worker a core, eight at most; a file's tests stay together, since they share what was costly to make.
SPREAD := --numprocesses auto --maxprocesses 8 --dist loadfile

# Without experiments, so that it needs no environment and no isolation; nothing is asked of any server.
demo-model: $(PRODUCT)
	@echo 'A recording, all of it made by a script: the chapter, the package, its release notes, and every word of the model.'
	@$(CORRIGENDA) research evals/recorded/model/pack.txt --model replay:evals/recorded/model/replies.jsonl \
		--replay evals/recorded/model/web.warc.gz --search docs --no-experiments --max-tokens 200000 --out '$(OUT)'

test: $(DEV) $(ENVIRONMENT) | gvisor
	$(BIN)/pytest -m 'not slow' $(SPREAD) $(PYTEST)

test-all: $(DEV) $(ENVIRONMENT) | gvisor
	$(BIN)/pytest $(SPREAD) $(PYTEST)

check: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV) $(ENVIRONMENT)
	@set -e; for bench in $(filter-out evals/bench/soak.py,$(wildcard evals/bench/[a-z]*.py)); do \
		echo "== $$bench"; $(BIN)/python -m evals.bench.$$(basename "$$bench" .py); \
	done

soak: $(DEV)
	$(BIN)/python -m evals.bench.soak $(COUNT)

fuzz: $(DEV)
	$(INSTALL) --no-build-isolation --editable '.[dev,fuzz]'
	$(BIN)/python -m evals.fuzz --minutes $(or $(MINUTES),60)

schema: $(PRODUCT)
	@mkdir -p docs
	$(BIN)/python -m agent.report.schema > docs/report.schema.json

# ---- what is published -------------------------------------------------------------------------------------------------

# The newest versions that pyproject.toml admits, for the product, the development tools and the experiments' torch, each
# pinned by number alone: no host, no hash, so that any index can serve them. Builds of torch differ in what they need beside it
# (the CUDA build pins its own libraries exactly), so those are not listed. What needs more than the first 3.11 is passed over,
# since systems ship early ones.
define PIN
import json, re, sys
rows = {}
for item in json.load(sys.stdin)["install"]:
    name = re.sub(r"[-_.]+", "-", item["metadata"]["name"]).lower()
    rows[name] = item["metadata"]["version"].split("+")[0]
print("# Every version, exactly; written by `make constraints`, which resolves pyproject.toml anew.")
print("\n".join(f"{name}=={rows[name]}" for name in sorted(rows) if name != "corrigenda" and not name.startswith(("nvidia-", "cuda-"))))
endef
export PIN

constraints:
	rm -rf build/resolve && mkdir -p build && $(PYTHON) -m venv build/resolve
	build/resolve/bin/pip install --quiet --dry-run --ignore-installed --report build/resolve/report.json \
		--python-version 3.11.0 --only-binary :all: --target build/resolve/none '.[dev,experiments,fuzz]' '$(TORCH)'
	$(PYTHON) -c "$$PIN" < build/resolve/report.json > build/resolve/constraints.txt
	mv build/resolve/constraints.txt constraints.txt

wheel: $(DEV)
	rm -rf dist
	$(BIN)/pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# buildah bud or podman build do as well; CONTRIBUTING.md has the arguments.
BUILD ?= docker build
image:
	$(BUILD) --tag corrigenda .

clean:
	rm -rf .venv .corrigenda build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# Everything runs from a virtual environment in .venv, made on first use; `make help` lists what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SERVER := $(VENV)/.server-installed
TOOLS := $(VENV)/.tools-installed
DEPLOY_TOOLS := $(VENV)/deploy
COMPILED := $(VENV)/compiled
EXAMPLES ?= 500
SECONDS ?= 300
LOCK = $(BIN)/uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command 'make lock'

.DEFAULT_GOAL := help
.PHONY: help run test test-compiled test-redis typescript clients fuzz chaos lint format types layers spec openapi lint-openapi lint-deploy lock audit bench bench-growth clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	@echo "Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(SERVER): pyproject.toml | $(BIN)/python
	@echo "Installing Eights and what it needs into $(VENV): once, in a minute or so"
	@$(BIN)/python -m pip install --disable-pip-version-check --editable .
	@touch $@

$(TOOLS): pyproject.toml | $(BIN)/python
	@echo "Installing Eights, what it needs and the tools for its development into $(VENV): once, in a few minutes"
	@$(BIN)/python -m pip install --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(SERVER)

run: $(SERVER) ## install and serve on the embedded store
	@exec $(BIN)/eights serve

test: $(TOOLS) ## install and run all tests
	$(BIN)/pytest -n auto

test-compiled: ## compile the rules, and run their tests on that (needs a C compiler)
	rm -rf $(COMPILED) && $(PYTHON) -m venv $(COMPILED) && mkdir $(COMPILED)/source
	cp -R api LICENSE README.md pyproject.toml $(COMPILED)/source # the compiler leaves its work beside what it read
	cd $(COMPILED) && HATCH_BUILD_HOOK_ENABLE_MYPYC=1 bin/python -m pip install --quiet --disable-pip-version-check \
		'./source[dev]'
	$(COMPILED)/bin/python -c 'from eights.rules import legality, numbers, play, scoring, shuffle; \
		assert not [one for one in (legality, numbers, play, scoring, shuffle) if one.__file__.endswith(".py")]'
	$(COMPILED)/bin/pytest -n auto tests/rules tests/bots

test-redis: $(TOOLS) ## run the tests of the store on the redis-server of the system too, alone and as a cluster
	EIGHTS_TEST_SERVER=redis-server $(BIN)/pytest -n auto tests/store -k 'not embedded'

typescript: $(TOOLS) ## generate a TypeScript client and let a bot play with it (needs Node.js and npm)
	EIGHTS_TEST_TYPESCRIPT=required $(BIN)/pytest tests/typescript

fuzz: $(TOOLS) ## try the API as documented for long, others each time: EXAMPLES=500 of each operation
	EIGHTS_TEST_FUZZ_EXAMPLES=$(EXAMPLES) $(BIN)/pytest -n auto --timeout 0 tests/conformance tests/web/test_strict_json.py

chaos: $(TOOLS) ## play while workers, server, store and machines break: SECONDS=300 each, SEED= to try one again
	EIGHTS_TEST_CHAOS_SECONDS=$(SECONDS) EIGHTS_TEST_CHAOS_SEED=$(SEED) $(BIN)/pytest --timeout 0 tests/history

lint: $(TOOLS) ## check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

format: $(TOOLS) ## put the code into its format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

types: $(TOOLS) ## check types, strictly
	$(BIN)/mypy

layers: $(TOOLS) ## check that imports point downwards
	$(BIN)/lint-imports

spec: $(TOOLS) ## check that the OpenAPI document is the code's, and valid
	$(BIN)/python openapi/document.py | diff -u openapi/openapi.json -
	$(BIN)/openapi-spec-validator openapi/openapi.json

openapi: $(TOOLS) ## write the OpenAPI document anew
	$(BIN)/python openapi/document.py > openapi/openapi.json.new
	mv openapi/openapi.json.new openapi/openapi.json

lint-openapi: ## lint the OpenAPI document (needs Node.js and npm)
	npx --yes @stoplight/spectral-cli@6.16.3 lint --ruleset openapi/spectral.yaml openapi/openapi.json
	npx --yes @redocly/cli@2.77.0 lint --config openapi/redocly.yaml openapi/openapi.json

clients: $(TOOLS) ## generate three clients, compile them and let each play (needs Node.js and npm)
	EIGHTS_TEST_CLIENTS=required $(BIN)/pytest tests/generated

$(DEPLOY_TOOLS)/.installed: deploy/tools.txt # apart: what they depend on is not for the server
	$(PYTHON) -m venv --clear $(DEPLOY_TOOLS)
	$(DEPLOY_TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check --requirement deploy/tools.txt
	@touch $@

lint-deploy: $(DEPLOY_TOOLS)/.installed ## check what is in deploy/: image, compose file, Kubernetes, proxy, systemd
	deploy/lint.sh $(CURDIR)/$(DEPLOY_TOOLS)/bin

lock: $(TOOLS) ## write the image's lock files anew where pyproject.toml asks for more; with UPGRADE=--upgrade, all new
	$(LOCK) --output-file deploy/requirements.lock pyproject.toml
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])' \
		| $(LOCK) --output-file deploy/build.lock -

audit: $(DEPLOY_TOOLS)/.installed ## look for known weaknesses in what the image installs (asks PyPI; fails where that cannot be asked)
	$(DEPLOY_TOOLS)/bin/pip-audit --strict --disable-pip --require-hashes --requirement deploy/requirements.lock

clean: ## remove what the other targets made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist build

bench: $(TOOLS) ## measure what the server costs, in a few minutes
	cd tests && ../$(BIN)/python -m bench

bench-growth: $(TOOLS) ## measure moves and store with many games: up to EIGHTS_TEST_GROWTH of them (100000)
	cd tests && ../$(BIN)/python -m bench.growth

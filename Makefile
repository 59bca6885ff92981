# Everything runs from a virtual environment in .venv, made on first use; `make help` lists what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SERVER := $(VENV)/.server-installed
TOOLS := $(VENV)/.tools-installed

.DEFAULT_GOAL := help
.PHONY: help run test lint format types layers spec openapi bench clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(SERVER): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(TOOLS): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(SERVER)

run: $(SERVER) ## install and serve on the embedded store
	@exec $(BIN)/eights serve

test: $(TOOLS) ## install and run all tests
	$(BIN)/pytest -n auto

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

clean: ## remove what the other targets made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist build

bench: $(TOOLS) ## measure what the server costs, in a few minutes
	cd tests && ../$(BIN)/python -m bench

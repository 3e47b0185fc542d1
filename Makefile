# Each target does its own set-up in a local venv and is safe to repeat.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNEL := $(wildcard kernel/*) CMakeLists.txt pyproject.toml

.PHONY: demo test lint bench clean

demo: $(VENV)/.product
	$(BIN)/sapper watch --level expert --player textbook --seed 78 --delay 0.04

test: lint
	$(BIN)/pytest -n auto

lint: $(VENV)/.developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.developer
	$(BIN)/pip install --quiet --disable-pip-version-check 'ms_toollib>=1.5'
	$(BIN)/python benchmarks/knowledge.py
	$(BIN)/python benchmarks/engine.py

clean:
	rm -rf $(VENV) build

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# The package is installed in place: Python sources need no new install, the kernel does.
$(VENV)/.product: $(KERNEL) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.developer: $(KERNEL) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[all,dev]'
	touch $@ $(VENV)/.product

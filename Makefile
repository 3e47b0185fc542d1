# Each target does its own set-up in a local venv and is safe to repeat.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip install --quiet --disable-pip-version-check
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
	$(INSTALL) 'ms_toollib>=1.5'
	$(BIN)/python benchmarks/knowledge.py
	$(BIN)/python benchmarks/engine.py

clean:
	rm -rf $(VENV) build

# What builds the kernel lives in the venv too, so that a changed file is all that is built anew.
$(VENV)/.tools:
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) 'scikit-build-core>=0.11' 'nanobind>=2.4' cmake ninja
	touch $@

# The package is installed in place: Python sources need no new install, the kernel does.
$(VENV)/.product: $(KERNEL) | $(VENV)/.tools
	$(INSTALL) --no-build-isolation --editable .
	touch $@

$(VENV)/.developer: $(KERNEL) | $(VENV)/.tools
	$(INSTALL) --no-build-isolation --editable '.[all,dev]'
	touch $@ $(VENV)/.product

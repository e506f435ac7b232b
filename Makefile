# Explorer Studio. Two commands are enough: `make run` and `make test`.
# Without make, packaging/tasks.py does the same on every system.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
CONSTRAINTS := packaging/constraints.txt
OFFSCREEN := QT_QPA_PLATFORM=offscreen
export PYTHONDONTWRITEBYTECODE =
PYTEST := $(OFFSCREEN) $(PY) -m pytest -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help run test check test-all types bench bench-bots soak mutation screenshots pictures docs manual package schemas locale lock clean

help:
	@echo "make run          set up and open the window (without a display: run the demo)"
	@echo "make test         set up and run all checks (four minutes)"
	@echo "make test-all     also run the long tests, and build and test the packages (36 minutes)"
	@echo "make bench        measure speed (resources/docs/benchmarks.md)"
	@echo "make bench-bots   measure the strength of the bots (hours)"
	@echo "make soak         run or continue stress tests (two hours)"
	@echo "make mutation     run or continue mutation tests (two hours)"
	@echo "make screenshots  save every view in both themes to build/screenshots"
	@echo "make pictures     regenerate the pictures of README and manual"
	@echo "make docs         regenerate cli.md, completion scripts and architecture.svg"
	@echo "make manual       write the manual as HTML: build/manual/index.html"
	@echo "make package      build and test the folder, single file, tar.xz and Debian package in dist"
	@echo "make schemas      regenerate resources/schemas"
	@echo "make locale       regenerate resources/locale/studio.pot"
	@echo "make clean        remove all generated files and the virtual environment"

$(VENV)/%.done: pyproject.toml $(CONSTRAINTS)
	@$(PYTHON) packaging/tasks.py install $*

run test check package:
	@$(PYTHON) packaging/tasks.py $@

# Also tests the packages, in a clean Debian if run as root.
test-all: types $(VENV)/test-all.done package
	$(PYTEST)

types: $(VENV)/test.done
	$(VENV)/bin/mypy

bench: $(VENV)/bench.done
	$(OFFSCREEN) $(PY) -m tests.bench.rules
	$(OFFSCREEN) $(PY) -m tests.bench.window
	$(PY) -m tests.bench.decision

bench-bots: $(VENV)/test.done
	$(PY) -m tests.bench.turns
	$(PY) -m tests.bench.bots

soak: $(VENV)/test.done
	$(OFFSCREEN) $(PY) -m tests.soak

mutation: $(VENV)/mutation.done
	nice $(PY) -m tests.mutation

screenshots: $(VENV)/test.done
	$(OFFSCREEN) $(PY) -m tests.screenshots build/screenshots

pictures: $(VENV)/test.done
	$(OFFSCREEN) $(PY) -m resources.make_pictures

docs: $(VENV)/test.done
	$(PY) packaging/cli_page.py
	$(PY) packaging/completions.py
	$(PY) resources/docs/draw_architecture.py

manual: $(VENV)/run.done
	@mkdir -p build/manual
	$(PY) -m studio manual -o build/manual/index.html

schemas: $(VENV)/test.done
	$(PY) packaging/json_schemas.py

locale: $(VENV)/test.done
	$(PY) packaging/extract_messages.py

lock:
	$(PY) -m pip freeze --exclude-editable | grep -v '^explorer-studio' > $(CONSTRAINTS)

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis $(VENV)

# Explorer Studio. Two commands are enough: `make run` and `make test`.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
CONSTRAINTS := packaging/constraints.txt
# Tests need no display: Qt renders offscreen; the test of a real window starts its own Xvfb.
OFFSCREEN := QT_QPA_PLATFORM=offscreen
# If the environment disables bytecode files, every test process would compile all modules again.
export PYTHONDONTWRITEBYTECODE =
PYTEST := $(OFFSCREEN) $(PY) -m pytest -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help run test check test-all static types bench bench-bots soak screenshots pictures docs manual package schemas locale lock clean

help:
	@echo "make run          set up and open the window (without a display: run the demo)"
	@echo "make test         set up and run all checks (four to eight minutes)"
	@echo "make test-all     also run the long tests, and build and test the packages (30 minutes)"
	@echo "make bench        measure speed (resources/docs/benchmarks.md)"
	@echo "make bench-bots   measure the strength of the bots (hours)"
	@echo "make soak         run or continue stress tests (two hours)"
	@echo "make screenshots  save every view in both themes to build/screenshots"
	@echo "make pictures     regenerate the pictures of README and manual"
	@echo "make docs         regenerate cli.md and architecture.svg"
	@echo "make manual       write the manual as HTML: build/manual/index.html"
	@echo "make package      build and test the folder, single file, tar.xz and Debian package in dist"
	@echo "make schemas      regenerate resources/schemas"
	@echo "make locale       regenerate resources/locale/studio.pot"
	@echo "make clean        remove all generated files and the virtual environment"

$(VENV)/run.done: pyproject.toml $(CONSTRAINTS)
	@PYTHON="$(PYTHON)" packaging/system_packages.sh run
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "Installing Explorer Studio into $(VENV) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check -c $(CONSTRAINTS) -e .
	@touch $@

# --no-compile: compiling modules that no test imports would take longer than the installation itself.
$(VENV)/test.done: pyproject.toml $(CONSTRAINTS)
	@PYTHON="$(PYTHON)" packaging/system_packages.sh test
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "Installing Explorer Studio and its development tools into $(VENV) …"
	@$(PY) -m pip install --quiet --no-compile --disable-pip-version-check -c $(CONSTRAINTS) -e '.[dev]'
	@touch $(VENV)/run.done $@

# The long tests open exported maps in Tiled and check the package with Debian's own tools.
$(VENV)/test-all.done: $(VENV)/test.done
	@PYTHON="$(PYTHON)" packaging/system_packages.sh test-all
	@touch $@

# Without catanatron the benchmarks still run, but print no ratios.
$(VENV)/bench.done: $(VENV)/test.done
	-@$(PY) -m pip install --quiet --disable-pip-version-check -c $(CONSTRAINTS) -e '.[dev,bench]' && touch $@

run: $(VENV)/run.done
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then exec $(PY) -m studio; \
	else echo "No display: running the demo instead."; exec $(PY) -m studio demo -o build/demo; fi

test: $(VENV)/test.done check

# mypy uses one core, so it runs while the tests do; its output is printed after theirs.
check: static
	@$(VENV)/bin/mypy >$(VENV)/mypy.txt 2>&1 & mypy=$$!; trap "kill $$mypy" INT TERM; \
	echo '$(PYTEST) -m "not long"'; $(PYTEST) -m "not long"; tried=$$?; \
	wait $$mypy; typed=$$?; echo mypy; cat $(VENV)/mypy.txt; exit $$((tried + typed))

# Also tests the packages, in a clean Debian if run as root.
test-all: static types $(VENV)/test-all.done package
	$(PYTEST)

static: $(VENV)/test.done
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/lint-imports --no-cache
	$(PY) packaging/extract_messages.py --check

types: $(VENV)/test.done
	$(VENV)/bin/mypy

bench: $(VENV)/bench.done
	$(OFFSCREEN) $(PY) -m tests.bench.rules
	$(OFFSCREEN) $(PY) -m tests.bench.window

bench-bots: $(VENV)/test.done
	$(PY) -m tests.bench.turns
	$(PY) -m tests.bench.bots

soak: $(VENV)/test.done
	$(OFFSCREEN) $(PY) -m tests.soak

screenshots: $(VENV)/test.done
	$(OFFSCREEN) $(PY) -m tests.screenshots build/screenshots

pictures: $(VENV)/test.done
	$(OFFSCREEN) $(PY) -m resources.make_pictures

docs: $(VENV)/run.done
	$(PY) packaging/cli_page.py
	$(PY) resources/docs/draw_architecture.py

manual: $(VENV)/run.done
	@mkdir -p build/manual
	$(PY) -m studio manual -o build/manual/index.html

package: $(VENV)/test.done
	@PYTHON="$(PYTHON)" packaging/system_packages.sh package
	$(PY) packaging/build.py

schemas: $(VENV)/test.done
	$(PY) packaging/json_schemas.py

locale: $(VENV)/test.done
	$(PY) packaging/extract_messages.py

lock:
	$(PY) -m pip freeze --exclude-editable | grep -v '^explorer-studio' > $(CONSTRAINTS)

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis $(VENV)

# make run    the program, on sample reports (FOLDER=path for your own)
# make test   every check there is: style, types, import directions, tests
# make check  the same without the tests
# make quick  style, and the tests that take less than a minute altogether: while working
# make bench  speed and figures of this program beside others, into docs/performance.md
# make lock   new versions into requirements.lock
# make i18n   the window's texts into resources/i18n, and all translations compiled
# make docs   the pages of the manual that are made of the code: settings, commands
# make html   manual and docs/ as web pages in both languages, into build/handbook: read without a network
# make package  what is shipped, into dist/; make smoke tries all of it out in empty places
# make audit  asks PyPI whether a locked version has a known weakness (needs the network)
# make clean  removes what the checks and builds left; reviewed samples in work/ stay

PYTHON := .venv/bin/python
# What is shipped is made by the system's own Python: one compiled by hand tells in its files where that was.
SYSTEM_PYTHON := $(firstword $(wildcard /usr/bin/python3) python3)

.PHONY: run test check quick bench lock i18n docs html package smoke audit clean

run:
	@packaging/bootstrap.sh
	@packaging/run.sh "$(FOLDER)"

test: check
	@packaging/test.sh

check:
	@packaging/bootstrap.sh dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	.venv/bin/lint-imports --no-logo

quick:
	@packaging/bootstrap.sh dev
	$(PYTHON) -m ruff check .
	@packaging/test.sh --quick

bench:
	@packaging/bootstrap.sh dev
	@packaging/bench.sh

lock:
	@packaging/bootstrap.sh dev
	$(PYTHON) -m pip install --quiet uv
	$(PYTHON) -m uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade --no-header \
	    --no-annotate --no-emit-find-links --no-emit-index-url pyproject.toml --output-file requirements.lock
	$(PYTHON) -m uv pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes --no-header \
	    --no-annotate --no-emit-find-links --no-emit-index-url --constraint requirements.lock \
	    packaging/shipping/tools.in --output-file packaging/shipping/tools.lock
	$(PYTHON) -m uv pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes --no-header \
	    --no-annotate --no-emit-find-links --no-emit-index-url packaging/handbook/tools.in \
	    --output-file packaging/handbook/tools.lock

i18n:
	@packaging/bootstrap.sh dev
	PYTHONPATH=. $(PYTHON) packaging/collect_texts.py

docs:
	@packaging/bootstrap.sh dev
	PYTHONPATH=. $(PYTHON) packaging/build_settings_docs.py
	PYTHONPATH=. $(PYTHON) packaging/build_command_docs.py

html:
	@$(SYSTEM_PYTHON) packaging/handbook/build.py

package:
	@$(SYSTEM_PYTHON) packaging/shipping/environment.py
	@.package-venv/bin/python packaging/shipping/build.py

smoke:
	@$(SYSTEM_PYTHON) packaging/shipping/smoke.py

audit:
	@$(SYSTEM_PYTHON) packaging/shipping/environment.py
	@.package-venv/bin/python packaging/shipping/audit.py

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -path ./.venv -prune -o -name __pycache__ -type d -exec rm -rf {} +

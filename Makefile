# SPDX-License-Identifier: GPL-3.0-or-later
# Two commands are enough: `make run` and `make test`. Both set up what they need once, and work offline from then on.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/stamp
ARGS ?=

.PHONY: help setup run test lint format types layers compile size bench fuzz emulated wood machine helpmates reliability docs clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## Make .venv with the command touchmove in it (once).

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Touchmove needs Python 3.11 or newer: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

run: setup ## Start the simulator, the bridge and the web page (ARGS='--no-browser' …).
	$(BIN)/touchmove run --sim $(ARGS)

test: setup lint types layers compile size ## Run all that CI demands (ARGS='-k castling' …).
	$(BIN)/pytest -n auto $(ARGS)

lint: setup ## Check style and format.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup ## Put style and format right where a program can.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup ## Check the types of the host.
	$(BIN)/mypy

layers: setup ## Check that imports point one way.
	$(BIN)/python tools/layers.py

compile: setup ## Compile every file of firmware and boards for the Pico.
	$(BIN)/python tools/compile.py

size: setup ## Show the size of the compiled firmware per folder; over budget is an error.
	$(BIN)/touchmove size

bench: setup ## Measure the rules core; on a chip, too, and there all that has a budget, if PICO_UF2 names an image.
	$(BIN)/python tools/bench.py

fuzz: setup ## Play at random beside python-chess (ARGS=SECONDS).
	$(BIN)/python tools/fuzz.py $(ARGS)

emulated: setup ## Play games and scenarios on an emulated Pico, for an hour or more (PICO_UF2=IMAGE).
	EMULATED_GAMES=1 TOUCHMOVE_REQUIRE=image $(BIN)/pytest -n auto tests/emulator/test_games.py $(ARGS)

wood: setup ## Test a board that is plugged in (PORT=/dev/ttyACM0, ARGS='--hands').
	$(BIN)/pytest -n 0 tests/wood --port $(or $(PORT),$(error name its port: make wood PORT=/dev/ttyACM0)) $(ARGS)

machine: setup ## Let hands do anything at all (ARGS=EXAMPLES).
	MACHINE_EXAMPLES=$(or $(ARGS),2000) $(BIN)/pytest -n 0 tests/play/test_machine.py

helpmates: setup ## Ask of the games of a collection whether each side can still mate (ARGS='FILE.pgn --limit 20' …).
	$(BIN)/python tools/helpmates.py $(ARGS)

reliability: setup ## Break things on purpose and count what is lost (FULL=1, ARGS='link …').
	$(BIN)/python tools/reliability.py $(if $(FULL),--full) $(ARGS)

docs: setup ## Write pages and draw pictures of docs/ from the code.
	$(BIN)/python tools/link_doc.py
	$(BIN)/python tools/settings_doc.py
	$(BIN)/python tools/buttons_doc.py
	$(BIN)/python tools/hands_picture.py
	$(BIN)/python tools/wiring_pictures.py

clean: ## Remove all that make made.
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Two commands do everything: `make play` and `make test`. Both make what they need first.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
# On a Raspberry Pi the pins come along: from pip, or Debian's own where pip has none for this Python.
PI := $(shell grep -qs 'Raspberry Pi' /proc/device-tree/model && echo yes)
SYSTEM_PYTHON ?= /usr/bin/python3
SWIG ?= swig
# Compiled files are kept, whatever the environment says: the tests start the house some hundred times.
export PYTHONDONTWRITEBYTECODE :=
# Without a sound library for this machine the butler still plays, in silence.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Its weights are read without torch, which it would bring along: some gigabytes (sounds/workshop/opinion.py).
OPINIONS := 'distillmos==0.9.1'
# What looks over the pages for everyone who cannot see them, or not well; only the tests use it.
AXE := .npm/node_modules/axe-core/axe.min.js

.PHONY: test-board test-boot test-trixie help setup pins play test test-long micropython homes test-pico test-sounds test-kernel test-browser test-home test-install test-faults golden versions check bench sounds lab hw art clean
help:
	@echo "make play    the butler, on this machine"
	@echo "make test    all tests"
	@echo "make test-long     what takes long: random games, cuts at every beat, strangers at the pages' door, real processes"
	@echo "make micropython   MicroPython for node, in which the tests run the Pico's firmware"
	@echo "make homes         Home Assistants, whose schemas and selves the tests ask; without them 'make test' leaves that out"
	@echo "make test-pico     the Pico's firmware under real MicroPython, with whole evenings in real time"
	@echo "make test-sounds   every file of the sound pack, measured"
	@echo "make test-board    the printed board by KiCad: its design rule check, and the maker's archive made anew"
	@echo "make test-kernel   the pins on a real kernel, under qemu"
	@echo "make test-browser  whole evenings on the pages, in a real Chromium; a round in Firefox and WebKitGTK"
	@echo "make test-home     real Home Assistants find the box, show its evening and press its button"
	@echo "make test-install  installer and service on a Debian of their own; needs root and debootstrap"
	@echo "make test-trixie   the installer on Debian 13, where lgpio must be built; needs root and debootstrap"
	@echo "make test-boot     the same, and then that Debian booted under qemu with the real service"
	@echo "make test-faults   kills, cuts, full cards, floods and signals for five minutes; ARGS='--seed 7' throws the same dice"
	@echo "make golden  fingerprints of seeded evenings, for a game whose rules have a new version"
	@echo "make versions  what an installed box is made of, anew: versions and hashes (systemd/versions.txt)"
	@echo "make check   ruff and mypy --strict"
	@echo "make bench   every benchmark, each beside its reference"
	@echo "make sounds  build the sounds anew (what has changed; ARGS=--all for everything; GAME=snakes for one game)"
	@echo "make lab     play a million evenings anew, a quarter of an hour: the table of the host's page, and the pictures of docs/balance.md"
	@echo "make art     the pages' typeface and pictures anew (npm)"
	@echo "make hw      draw the hardware anew: wiring, circuits, STL, labels, the guide's numbers (ARGS=--check only compares)"
	@echo "make setup   only .venv and .venv/bin/majordome"

setup: $(BIN)/majordome
play: $(BIN)/majordome
	$(BIN)/majordome play $(ARGS)
test: .venv/.dev
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m 'not measured and not browser and not board and not long and not home' $(ARGS)
test-long: .venv/.dev
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -rs -m 'long and not measured and not browser and not board and not home' $(ARGS)
micropython: .micropython/.ready
test-pico: .venv/.dev .micropython/.ready
	$(BIN)/python -m pytest --numprocesses auto -rs -m board tests/pico $(ARGS)
test-sounds: .venv/.dev
	$(INSTALL) --editable '.[dev,sounds,voice,ears]'
	$(INSTALL) --no-deps $(OPINIONS)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses auto -rs tests/sounds/test_pack.py tests/sounds/test_voices.py $(ARGS)
test-board: .venv/.dev
	$(BIN)/python -m pytest -rs tests/hw/test_boards.py $(ARGS)
test-kernel: .venv/.dev
	$(INSTALL) --editable '.[dev,lgpio]'
	MAJORDOME_KERNEL=1 $(BIN)/python -m pytest -rs tests/kernel $(ARGS)
test-browser: .venv/.dev $(AXE)
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal -rs -m browser tests/browser $(ARGS)
homes: .venv/.dev
	tests/home/install
test-home: homes
	$(BIN)/python -m pytest -rs -m home tests/home $(ARGS)
test-install: .venv/.dev
	MAJORDOME_CHROOT=1 $(BIN)/python -m pytest -rs tests/systemd $(ARGS)
test-trixie: .venv/.dev
	MAJORDOME_TRIXIE=1 $(BIN)/python -m pytest -rs tests/systemd/test_trixie.py $(ARGS)
versions: .venv/.dev
	$(BIN)/python tests/systemd/make_versions.py
golden: .venv/.dev
	PYTHONPATH=tests $(BIN)/python tests/golden/digests.py
test-faults: .venv/.dev
	PYTHONPATH=tests $(BIN)/python -m faults $(ARGS)
test-boot: .venv/.dev
	MAJORDOME_TRIXIE=1 MAJORDOME_BOOT=1 $(BIN)/python -m pytest -rs tests/systemd/test_trixie.py tests/systemd/test_booted.py $(ARGS)
check: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
bench: .venv/.dev
	@set -e; for script in benchmarks/[a-z]*.py; do $(BIN)/python $$script; done
sounds: .venv/.dev
	$(INSTALL) --editable '.[dev,sounds,voice]'
	$(INSTALL) --no-deps $(OPINIONS)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python sounds/make_sounds.py $(if $(GAME),--game $(GAME)) $(ARGS)
lab: .venv/.dev
	$(BIN)/majordome lab odds --evenings 2000 $(ARGS)
	$(BIN)/python docs/pictures_of_the_lab.py
art: .venv/.dev
	$(INSTALL) --editable '.[dev,art]'
	npm install --prefix .npm --no-package-lock --no-save --no-audit --no-fund --loglevel error @fontsource/playfair-display@5
	$(BIN)/python art/make_art.py
hw: .venv/.dev
	$(INSTALL) --editable '.[dev,hw]'
	$(BIN)/python hw/make_hw.py $(ARGS)
clean:
	rm -rf .venv .npm .micropython .homes build dist

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Majordome needs Python 3.11 or newer: sudo apt install python3 python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv || { echo "On Debian and Raspberry Pi OS: sudo apt install python3-venv"; exit 1; }
$(BIN)/majordome: $(BIN)/python pyproject.toml
	$(INSTALL) --editable .
	@test -z "$(PI)" || $(MAKE) --no-print-directory pins
	@$(INSTALL) --editable '.[speaker]' || echo "No sound on this machine: pygame could not be installed."
	@touch $@
pins: $(BIN)/python
	@has_lgpio='import importlib.util as u, sys; sys.exit(u.find_spec("lgpio") is None)'; \
	theirs() { sed -i "s/^include-system-site-packages = .*/include-system-site-packages = $$1/" $(BIN)/../pyvenv.cfg; }; \
	$(INSTALL) --only-binary lgpio 'lgpio>=0.2.2' 2>/dev/null || { \
		if $(SYSTEM_PYTHON) -c "$$has_lgpio" && theirs true && $(BIN)/python -c "$$has_lgpio"; then \
			echo "The pins come from Debian's python3-lgpio."; \
		elif theirs false && command -v $(SWIG) >/dev/null; then \
			PYPI=1 $(INSTALL) 'lgpio>=0.2.2' && echo "The pins were built here."; \
		else echo "No pins: pip has no lgpio for this Python. sudo apt install python3-lgpio (or, where there is none," \
			"swig gcc python3-dev), then make setup again."; exit 1; fi; }
$(AXE):
	@command -v npm >/dev/null || echo "npm is missing, so the pages are not looked over by axe-core: sudo apt install npm"
	! command -v npm >/dev/null || npm install --prefix .npm --no-package-lock --no-save --no-audit --no-fund --loglevel error axe-core@4
.venv/.dev: $(BIN)/python pyproject.toml
	$(INSTALL) --editable '.[dev]'
	@test -z "$(PI)" || $(MAKE) --no-print-directory pins
	@touch $(BIN)/majordome $@
.micropython/.ready:
	@npm install --silent --prefix .micropython --no-package-lock --no-save --no-audit --no-fund \
		'@micropython/micropython-webassembly-pyscript@^1.27' && touch $@ \
		|| echo "No MicroPython for node: the tests of the Pico's firmware are skipped."

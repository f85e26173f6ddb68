# Two commands matter: `make run` plays, `make test` proves. Both install what is missing.
BUILD := build
JOBS := $(shell nproc)
# One build for the tests under sanitizers and for the fuzz targets.
SANITIZED := -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false \
	-Dc_args=-fsanitize=fuzzer-no-link

.PHONY: all deps test-deps deb-deps configure sanitized install wheel deb deb-test run test bench lint fuzz mutants soak chaos strength clean

all: configure
	@ninja -C $(BUILD)
	@ln -sf cli/metropole $(BUILD)/metropole

# Installs what is needed and the machine lacks; says so, or names it where it cannot. Playing needs
# less than testing.
deps:
	@tools/deps.sh run

test-deps:
	@tools/deps.sh test

# meson looks for games once; a folder that came or went makes it look again.
configure: deps
	@tools/configure.sh $(BUILD)

sanitized: test-deps
	@CC=clang tools/configure.sh $(BUILD)/asan $(SANITIZED)
	ninja -C $(BUILD)/asan

# The program, the library with its headers, man pages, completions: make install PREFIX=/usr
# DESTDIR=/tmp/stage. PREFIX is /usr/local unless it was chosen before.
install: all
	@$(if $(PREFIX),meson configure $(BUILD) -Dprefix=$(PREFIX) && ninja -C $(BUILD))
	DESTDIR="$(DESTDIR)" meson install -C $(BUILD) --no-rebuild

# The Python package: build/python/metropole-*.whl, and unpacked in build/python/site.
wheel: test-deps all
	@tools/wheel.sh $(BUILD) $(BUILD)/python

# Debian packages with the pages in them, in build/deb: the program, the library, its headers, Python,
# the server as a service. deb-test installs, uses and purges them in a copy of this machine (as root).
deb-deps:
	@tools/deps.sh deb

deb: deb-deps all
	@tools/deb.sh $(BUILD) $(BUILD)/deb

deb-test: deb
	@python3 tests/packages/packages.py $(BUILD)/deb .

# The server with its pages and its data file, on http://localhost:8080.
run: all
	@$(BUILD)/metropole serve

# Everything that a clean checkout must pass.
test: test-deps configure
	@SANITIZED="$(SANITIZED)" tools/test.sh

bench: test-deps all
	@$(BUILD)/metropole bench

lint: test-deps all
	@tools/lint.sh $(BUILD)

# As in the tests, but longer: make fuzz FUZZ_SECONDS=3600
FUZZ_SECONDS ?= 600
fuzz: sanitized
	@tools/fuzz.sh $(BUILD)/asan $(FUZZ_SECONDS)

# Alters the code of the rules, of host and of the server's tables, and counts the alterations that
# their tests notice. For one of them: make mutants GAME=metro, GAME=server/tables; MUTANTS is the
# number of alterations of each.
MUTANTS := 120
mutants: test-deps all
	@tools/mutants.py --build $(BUILD) --number $(MUTANTS) $(GAME)

# People, bots, chat, spectators and reconnections for as long as you like, with memory, growth and
# waiting times for each minute, and a plot of them: make soak MINUTES=60
MINUTES := 60
soak: test-deps all
	@python3 bench/soak.py $(BUILD)/metropole $(MINUTES) $(BUILD)/soak

# Three nodes on one PostgreSQL on which everything breaks, for as long as you like, with people who
# play all games and tell of every flaw: make chaos MINUTES=30 SEED=7
SEED := 1
chaos: test-deps all
	@ninja -C $(BUILD) tests/server/libclockstep.so
	@python3 tests/server/chaos.py $(BUILD)/metropole $(BUILD)/tests/server/libclockstep.so . \
		$$(($(MINUTES) * 60)) $(SEED)

# The matches of docs/strength.md, resumed where they stopped: hours.
strength: all
	@METROPOLE=$(BUILD)/metropole tools/strength.sh $(BUILD)/strength

clean:
	rm -rf $(BUILD)

# Two commands matter: `make run` plays, `make test` proves. Both install what is missing.
BUILD := build
JOBS := $(shell nproc)

.PHONY: all deps configure run test bench lint fuzz mutants clean

all: configure
	@ninja -C $(BUILD)
	@ln -sf cli/metropole $(BUILD)/metropole

# Installs what the build needs and the machine lacks; says so, or names it where it cannot.
deps:
	@tools/deps.sh

# meson looks for games once; a folder that came or went makes it look again.
configure: deps
	@tools/configure.sh $(BUILD)

# Everything that a clean checkout must pass.
test: all
	meson test -C $(BUILD) --print-errorlogs

clean:
	rm -rf $(BUILD)

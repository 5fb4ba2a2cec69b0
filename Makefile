# The face of the project. `make live` shows a flock in the browser, `make test` proves it; both install what is missing first.
BUILD := build
JOBS  := $(shell nproc)

.PHONY: all deps build live run test bench format clean

all: build

deps:
	@sh tools/deps.sh

$(BUILD)/build.ninja: CMakeLists.txt CMakePresets.json | deps
	@cmake --preset release >/dev/null

build: deps $(BUILD)/build.ninja
	@cmake --build $(BUILD) -j $(JOBS) --target dunlin_cli

# A browser is started where there is a screen for it.
live: build
	@$(BUILD)/dunlin live $(if $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname)),--open) || [ $$? = 130 ]

run: build
	@$(BUILD)/dunlin run murmuration --force --out runs/murmuration

test: deps $(BUILD)/build.ninja
	@cmake --build $(BUILD) -j $(JOBS)
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

bench: build
	@$(BUILD)/dunlin bench --keep bench/results

format: deps
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format -i

clean:
	@rm -rf $(BUILD) build-* runs

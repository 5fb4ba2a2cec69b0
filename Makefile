# `make run` makes a movie of a flock, `make live` shows one in the browser, `make test` runs all tests. Each installs what
# it needs and no more (tools/deps.sh), and all use one build folder, in which nothing is compiled twice.
BUILD := build
JOBS  := $(shell nproc)

.PHONY: all deps build live run test test-platforms bench format clean

all: build

# All that any of them needs.
deps:
	@sh tools/deps.sh test

build:
	@sh tools/deps.sh run
	@[ -e $(BUILD)/build.ninja ] || cmake --preset release -DDUNLIN_TESTS=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target dunlin_cli

run: build
	@$(BUILD)/dunlin run murmuration --force --out runs/murmuration

# A browser is started where there is a screen for it.
live:
	@sh tools/deps.sh live
	@[ -e $(BUILD)/build.ninja ] || cmake --preset release -DDUNLIN_TESTS=OFF >/dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target dunlin_cli dunlin_page
	@$(BUILD)/dunlin live $(if $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname)),--open) || [ $$? = 130 ]

# Tests once turned on stay on: `make run` does not configure again.
test:
	@sh tools/deps.sh test
	@[ -e $(BUILD)/tests/CTestTestfile.cmake ] || cmake --preset release -DDUNLIN_TESTS=ON >/dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

# The program for other systems, run here by emulators: docs/platforms.md says how long that takes.
test-platforms:
	@sh tools/deps.sh platforms
	@cmake --preset aarch64 >/dev/null
	@cmake --build build-aarch64 -j $(JOBS)
	@python3 tests/platforms/platform_test.py aarch64 build-aarch64/dunlin qemu-aarch64 -L /usr/aarch64-linux-gnu
	@cmake --preset windows >/dev/null
	@cmake --build build-windows -j $(JOBS)
	@WINEPREFIX=$(CURDIR)/build-windows/wine WINEDEBUG=-all PATH=$$PATH:/usr/lib/wine \
		python3 tests/platforms/platform_test.py windows build-windows/dunlin.exe wine64

bench: build
	@$(BUILD)/dunlin bench --keep bench/results

format:
	@sh tools/deps.sh test
	@git ls-files '*.hpp' '*.cpp' | xargs clang-format -i

clean:
	@rm -rf $(BUILD) build-* runs

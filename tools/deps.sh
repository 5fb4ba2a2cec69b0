#!/bin/sh
# Installs Debian and Ubuntu packages. Says what it installs and for what; silent when all is there.
#   sh tools/deps.sh run    what `make run` and the program need
#   sh tools/deps.sh live   the above, and what builds the live page: the WebAssembly compiler, npm and its packages
#   sh tools/deps.sh test   all that `make test` needs: the above, a second compiler, a browser
#   sh tools/deps.sh platforms   what `make test-platforms` needs: compilers for other systems, and their emulators
set -eu
for_run="
cmake g++ git make ninja-build pkg-config
libhwy-dev libtbb-dev libtomlplusplus-dev libfmt-dev libcli11-dev nlohmann-json3-dev libcairo2-dev
libboost1.81-dev rapidjson-dev
fonts-dejavu-core ffmpeg
"
for_live="clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc binaryen"
for_test="clang clang-format libgtest-dev libmpfr-dev python3 chromium"
for_platforms="
cmake git make ninja-build python3
libhwy-dev libtomlplusplus-dev libfmt-dev libcli11-dev nlohmann-json3-dev rapidjson-dev
g++-aarch64-linux-gnu qemu-user g++-mingw-w64-x86-64-posix wine64
"
case "${1:-}" in
    run) purpose="the program"; packages="$for_run" ;;
    live) purpose="the program and the live page"; packages="$for_run $for_live" ;;
    test) purpose="the program, the live page and the tests"; packages="$for_run $for_live $for_test" ;;
    platforms) purpose="the tests on other platforms"; packages="$for_platforms" ;;
    *) echo "usage: sh tools/deps.sh run|live|test|platforms" >&2; exit 2 ;;
esac

missing=""
for package in $packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
if [ "$1" = live ] || [ "$1" = test ]; then
    command -v node >/dev/null 2>&1 || missing="$missing nodejs"
    command -v npm >/dev/null 2>&1 || missing="$missing npm"
fi
if [ -n "$missing" ]; then
    sudo=""
    [ "$(id -u)" = 0 ] || sudo="sudo"
    echo "installing for $purpose:$missing"
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
[ "$1" = run ] || [ "$1" = platforms ] || sh "$(dirname "$0")/packages.sh"

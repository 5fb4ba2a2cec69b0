#!/bin/sh
# Installs what the build and the tests need: Debian and Ubuntu packages, and the page's npm packages. Says what it
# installs; silent when all is there.
set -eu
packages="
cmake g++ git make ninja-build pkg-config
libhwy-dev libtbb-dev libtomlplusplus-dev libfmt-dev libcli11-dev nlohmann-json3-dev libcairo2-dev libgtest-dev
libboost1.81-dev rapidjson-dev
fonts-dejavu-core ffmpeg
clang clang-format
clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc binaryen
python3 chromium
"
missing=""
for package in $packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
command -v node >/dev/null 2>&1 || missing="$missing nodejs"
command -v npm >/dev/null 2>&1 || missing="$missing npm"
if [ -n "$missing" ]; then
    sudo=""
    [ "$(id -u)" = 0 ] || sudo="sudo"
    echo "installing:$missing"
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
sh "$(dirname "$0")/packages.sh"

#!/bin/sh
# The page's npm packages, as web/package-lock.json names them; silent when all is there.
set -eu
cd "$(dirname "$0")/../web"
have=node_modules/.package-lock.json
[ -e "$have" ] && [ ! package-lock.json -nt "$have" ] && exit 0
command -v npm >/dev/null 2>&1 || { echo "npm is missing: \`sh tools/deps.sh live\` installs it" >&2; exit 1; }
echo "installing: npm packages of web/"
npm ci --silent --no-progress
touch "$have"

#!/bin/sh
# Installs Debian's Chromium for the browser tests, which are skipped with a notice where it is not there.
set -eu
if command -v chromium >/dev/null 2>&1; then
  echo "Chromium is there: $(command -v chromium)"
  exit 0
fi
command -v apt-get >/dev/null 2>&1 || { echo "No apt-get here: install Chromium by other means; tests look for it at /usr/bin/chromium." >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "Run it as root: sudo sh scripts/chromium.sh" >&2; exit 1; }
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium

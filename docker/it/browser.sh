#!/usr/bin/env bash
# A browser for the tests of pages: sees to it.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/it/browser.sh ensure

  ensure   as root: installs chromium and chromium-driver from the distribution's packages where they are missing (apt)

The tests of pages are skipped where they are missing, or fail with -Devenkeel.browser=required.

Exit codes: 0 done, 1 something that is named could not be done, 2 usage.
END
}

packages=(chromium chromium-driver fonts-dejavu-core)

complete() {
  [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromedriver ]
}

ensure() {
  if complete; then
    return 0
  fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "browser: one of ${packages[*]} is missing, and only root can install them, on a Debian" >&2
    return 1
  fi
  echo "browser: installing ${packages[*]} with apt" >&2
  export DEBIAN_FRONTEND=noninteractive
  local apt=(apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  "${apt[@]}" install --no-install-recommends "${packages[@]}" > /dev/null || {
    "${apt[@]}" update > /dev/null
    "${apt[@]}" install --no-install-recommends "${packages[@]}" > /dev/null
  }
  complete || {
    echo "browser: the packages are installed, but /usr/bin/chromium or /usr/bin/chromedriver is not there" >&2
    return 1
  }
}

case ${1:-} in
  ensure) ensure ;;
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac

#!/usr/bin/env bash
# Programs of a desktop for the tests of the agent: sees to them.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/it/desktop.sh ensure

  ensure   as root: installs dbus, python3-dbusmock, xvfb, xdotool and the libraries libX11 and libXss
           from the distribution's packages where they are missing (apt)

The tests of scheduler-daemon/agent are skipped where they are missing, or fail with -Devenkeel.desktop=required.

Exit codes: 0 done, 1 something that is named could not be done, 2 usage.
END
}

packages=(dbus python3-dbusmock xvfb xdotool libx11-6 libxss1)

# The tests use the distribution's Python, which has the module, not another one on PATH.
complete() {
  local program
  for program in dbus-daemon Xvfb xdotool; do
    [ -x "/usr/bin/$program" ] || return 1
  done
  /usr/bin/python3 -c 'import dbusmock' 2> /dev/null || return 1
  /usr/bin/python3 -c 'import ctypes; ctypes.CDLL("libX11.so.6"); ctypes.CDLL("libXss.so.1")' 2> /dev/null
}

ensure() {
  if complete; then
    return 0
  fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "desktop: one of ${packages[*]} is missing, and only root can install them, on a Debian" >&2
    return 1
  fi
  echo "desktop: installing ${packages[*]} with apt" >&2
  export DEBIAN_FRONTEND=noninteractive
  local apt=(apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  "${apt[@]}" install --no-install-recommends "${packages[@]}" > /dev/null || {
    "${apt[@]}" update > /dev/null
    "${apt[@]}" install --no-install-recommends "${packages[@]}" > /dev/null
  }
  complete || {
    echo "desktop: the packages are installed, but a program or library of them is not found" >&2
    return 1
  }
}

case ${1:-} in
  ensure) ensure ;;
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac

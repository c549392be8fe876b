#!/usr/bin/env bash
# Programs of a desktop for the tests of the agent: sees to them.
set -euo pipefail
# shellcheck source=packages.sh
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

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

packages_main desktop "$@"

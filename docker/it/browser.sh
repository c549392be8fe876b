#!/usr/bin/env bash
# A browser for the tests of pages: sees to it.
set -euo pipefail
# shellcheck source=packages.sh
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

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

packages_main browser "$@"

# shellcheck shell=bash
# Packages of the distribution that tests need. Sourced by scripts that set "packages", an array, and define "usage" and
# "complete", which tells whether what is needed of the packages is there.

# packages_main NAME ARGUMENTS...: the whole script, called NAME in messages.
packages_main() {
  case ${2:-} in
    ensure) packages_ensure "$1" ;;
    -h | --help) usage ;;
    *) usage >&2 && exit 2 ;;
  esac
}

packages_ensure() {
  if complete; then
    return 0
  fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "$1: one of ${packages[*]} is missing, and only root can install them, on a Debian" >&2
    return 1
  fi
  echo "$1: installing ${packages[*]} with apt" >&2
  export DEBIAN_FRONTEND=noninteractive
  local apt=(apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  "${apt[@]}" install --no-install-recommends "${packages[@]}" > /dev/null || {
    "${apt[@]}" update > /dev/null
    "${apt[@]}" install --no-install-recommends "${packages[@]}" > /dev/null
  }
  complete || {
    echo "$1: the packages are installed, but a program or library of them is not found" >&2
    return 1
  }
}

#!/usr/bin/env bash
# Network namespaces of test runs: sees to the tools, and removes what runs left that are over. A test that was killed could not.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/it/namespaces.sh ensure|sweep

  ensure   as root: installs iproute2 and iptables from the distribution's packages where they are missing (apt)
  sweep    removes namespaces of test processes that have ended (evenkeel-PID-START-MACHINE), with every process in them

Exit codes: 0 done, 1 something that is named could not be done, 2 usage.
END
}

ensure() {
  if command -v ip > /dev/null && command -v tc > /dev/null && command -v iptables > /dev/null; then
    return 0
  fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "namespaces: ip, tc or iptables is missing, and only root can install them, on a Debian" >&2
    return 1
  fi
  echo "namespaces: installing iproute2 and iptables with apt" >&2
  export DEBIAN_FRONTEND=noninteractive
  local apt=(apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  "${apt[@]}" install --no-install-recommends iproute2 iptables > /dev/null || {
    "${apt[@]}" update > /dev/null
    "${apt[@]}" install --no-install-recommends iproute2 iptables > /dev/null
  }
}

# START is field 22 of /proc/PID/stat: process ids come again. A probe has no START.
over() {
  local pid=$1 start=$2 stat
  stat=$(cat "/proc/$pid/stat" 2> /dev/null) || return 0
  stat=${stat##*) }
  # shellcheck disable=SC2086 # split at blanks
  set -- $stat
  [ -n "$start" ] && [ "${20}" != "$start" ]
}

sweep() {
  local name pid status=0
  command -v ip > /dev/null || return 0
  while read -r name _; do
    [[ $name =~ ^evenkeel-([0-9]+)-([0-9]+)-[a-z0-9]+$ || $name =~ ^evenkeel-probe-([0-9]+)()$ ]] || continue
    over "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" || continue
    for pid in $(ip netns pids "$name"); do
      kill -9 "$pid" 2> /dev/null || true
    done
    if ip netns del "$name"; then
      echo "namespaces: $name removed" >&2
    else
      status=1
    fi
  done < <(ip netns list)
  return "$status"
}

case ${1:-} in
  ensure) ensure ;;
  sweep) sweep ;;
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac

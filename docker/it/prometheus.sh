#!/usr/bin/env bash
# Prometheus and promtool for the tests of metrics: sees to them.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/it/prometheus.sh ensure

  ensure   where they are not installed: unpacks the distribution's package (apt-get download) into
           /var/cache/evenkeel-prometheus; nothing is installed and no service is started

The tests are skipped where they are missing, or fail with -Devenkeel.prometheus=required.

Exit codes: 0 done, 1 something that is named could not be done, 2 usage.
END
}

cache=/var/cache/evenkeel-prometheus

complete() {
  if command -v prometheus > /dev/null && command -v promtool > /dev/null; then
    return 0
  fi
  [ -x "$cache/usr/bin/prometheus" ] && [ -x "$cache/usr/bin/promtool" ]
}

ensure() {
  if complete; then
    return 0
  fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    echo "prometheus: not installed, and only root can unpack the package, on a Debian" >&2
    return 1
  fi
  echo "prometheus: unpacking the distribution's package into $cache" >&2
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
  cd "$directory"
  apt-get -q -o Acquire::Retries=3 -o APT::Sandbox::User=root download prometheus > /dev/null || {
    apt-get -q -o Acquire::Retries=3 update > /dev/null
    apt-get -q -o Acquire::Retries=3 -o APT::Sandbox::User=root download prometheus > /dev/null
  }
  mkdir -p "$cache"
  dpkg -x prometheus_*.deb "$cache"
  complete || {
    echo "prometheus: the package is unpacked, but a program of it is not found" >&2
    return 1
  }
}

case ${1:-} in
  ensure) ensure ;;
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac

#!/usr/bin/env bash
# Removes the containers, networks and volumes of test runs that are over: a test that was killed could not.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/sweep.sh [--all]

Removes containers, networks and volumes that carry the label org.evenkeel.test of a process that has ended.
  --all   also those of test processes that are alive
END
}

all=
case ${1:-} in
  '') ;;
  --all) all=1 ;;
  -h | --help) usage && exit 0 ;;
  *) usage >&2 && exit 2 ;;
esac

# The label is PID:START, START being field 22 of /proc/PID/stat: process ids come again.
over() {
  local pid=${1%%:*} start=${1#*:} stat
  [[ $1 =~ ^[0-9]+:[0-9]+$ ]] || return 1
  [ -n "$all" ] && return 0
  stat=$(cat "/proc/$pid/stat" 2> /dev/null) || return 0
  stat=${stat##*) }
  # shellcheck disable=SC2086 # split at blanks
  set -- $stat
  [ "${20}" != "$start" ]
}

docker ps -a --filter label=org.evenkeel.test --format '{{.ID}} {{.Label "org.evenkeel.test"}}' | while read -r id owner; do
  if over "$owner"; then
    docker rm -fv "$id" > /dev/null && echo "sweep: container $id of test run $owner" >&2
  fi
done
docker network ls --filter label=org.evenkeel.test --format '{{.ID}} {{.Label "org.evenkeel.test"}}' | while read -r id owner; do
  if over "$owner"; then
    docker network rm "$id" > /dev/null && echo "sweep: network $id of test run $owner" >&2
  fi
done
docker volume ls --filter label=org.evenkeel.test --format '{{.Name}} {{.Label "org.evenkeel.test"}}' | while read -r id owner; do
  if over "$owner"; then
    docker volume rm "$id" > /dev/null && echo "sweep: volume $id of test run $owner" >&2
  fi
done

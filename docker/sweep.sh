#!/usr/bin/env bash
# Removes the services, containers, networks and volumes of test runs that are over: a test that was killed could not.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/sweep.sh [--all]

Removes services, containers, networks and volumes that carry the label org.evenkeel.test of a process that has ended, and were
started from here: not in another container, which has other process ids (label org.evenkeel.test.where).
  --all   also those of test processes that are alive or elsewhere
END
}

all=
case ${1:-} in
  '') ;;
  --all) all=1 ;;
  -h | --help) usage && exit 0 ;;
  *) usage >&2 && exit 2 ;;
esac

here="$(cat /proc/sys/kernel/hostname) $(readlink /proc/self/ns/pid)"

# The label is PID:START, START being field 22 of /proc/PID/stat: process ids come again.
over() {
  local pid=${1%%:*} start=${1#*:} stat
  [[ $1 =~ ^[0-9]+:[0-9]+$ ]] || return 1
  [ -z "$all" ] || return 0
  [ "$2" = "$here" ] || return 1
  stat=$(cat "/proc/$pid/stat" 2> /dev/null) || return 0
  stat=${stat##*) }
  # shellcheck disable=SC2086 # split at blanks
  set -- $stat
  [ "${20}" != "$start" ]
}

labels='{{.Label "org.evenkeel.test"}} {{.Label "org.evenkeel.test.where"}}'
# Services first: they would start their containers again. Without a Swarm there are none.
{ docker service ls -q --filter label=org.evenkeel.test 2> /dev/null || true; } | while read -r id; do
  read -r owner where < <(docker service inspect -f \
    '{{index .Spec.Labels "org.evenkeel.test"}} {{index .Spec.Labels "org.evenkeel.test.where"}}' "$id")
  if over "$owner" "$where"; then
    docker service rm "$id" > /dev/null && echo "sweep: service $id of test run $owner" >&2
  fi
done
docker ps -a --filter label=org.evenkeel.test --format "{{.ID}} $labels" | while read -r id owner where; do
  if over "$owner" "$where"; then
    docker rm -fv "$id" > /dev/null && echo "sweep: container $id of test run $owner" >&2
  fi
done
docker network ls --filter label=org.evenkeel.test --format "{{.ID}} $labels" | while read -r id owner where; do
  if over "$owner" "$where"; then
    docker network rm "$id" > /dev/null && echo "sweep: network $id of test run $owner" >&2
  fi
done
docker volume ls --filter label=org.evenkeel.test --format "{{.Name}} $labels" | while read -r id owner where; do
  if over "$owner" "$where"; then
    docker volume rm "$id" > /dev/null && echo "sweep: volume $id of test run $owner" >&2
  fi
done

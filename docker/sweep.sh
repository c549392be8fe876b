#!/usr/bin/env bash
# Removes the services, containers, networks and volumes of test runs that are over: a test that was killed could not.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/sweep.sh [--all]

Removes services, containers, networks and volumes that carry the label org.evenkeel.test of a process that has ended, and were
started from here: not in another container, which has other process ids (label org.evenkeel.test.where).
  --all   also those of test processes that are alive or elsewhere

What cannot be removed is tried again for some seconds, and keeps nothing else from being removed. A Swarm that such a process made is
left, if it has one machine and no services.
Exit codes: 0 done, 1 something that is named could not be removed, 2 usage.
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
left=()

# remove TIMES WHAT NAME OWNER COMMAND...: half a second between two attempts. What another sweep has removed is fine too.
remove() {
  local times=$1 what=$2 name=$3 owner=$4 why=
  shift 4
  while [ "$times" -gt 0 ]; do
    if why=$("$@" "$name" 2>&1 > /dev/null); then
      echo "sweep: $what $name of test run $owner" >&2
      return 0
    fi
    [[ $why != *[Nn]"o such "* && $why != *"not found"* ]] || return 0
    times=$((times - 1))
    [ "$times" -eq 0 ] || sleep 0.5
  done
  left+=("$what $name of test run $owner: ${why##*$'\n'}")
}

services() {
  local id
  for id in $(docker service ls -q --filter label=org.evenkeel.test 2> /dev/null); do # without a Swarm there are none
    docker service inspect -f "$id"' {{index .Spec.Labels "org.evenkeel.test"}} {{index .Spec.Labels "org.evenkeel.test.where"}}' "$id" \
      2> /dev/null || true
  done
}

# What is listed on standard input, each line a name, its run and where that was.
sweep() {
  local times=$1 what=$2 id owner where
  shift 2
  while read -r id owner where; do
    ! over "$owner" "$where" || remove "$times" "$what" "$id" "$owner" "$@"
  done
}

# Services first: they would start their containers again. Their endpoints hold networks for some seconds, containers volumes.
sweep 1 service docker service rm < <(services)
found=$(docker ps -a --filter label=org.evenkeel.test --format "{{.ID}} $labels")
sweep 4 container docker rm -fv <<< "$found"
found=$(docker network ls --filter label=org.evenkeel.test --format "{{.ID}} $labels")
sweep 20 network docker network rm <<< "$found"
# A Swarm that a test made of this engine, by the volume that the test made before it: a test that is killed has marked its Swarm for
# certain. With an address that others reach, with other services or machines in it, it is not a test's.
swarm() {
  local node owner where
  node=$(docker info --format '{{if .Swarm.ControlAvailable}}{{.Swarm.NodeID}} {{.Swarm.NodeAddr}}{{end}}' 2> /dev/null) || return 0
  [[ $node == *" 127.0.0.1" ]] || return 0
  read -r owner where < <(docker volume inspect -f \
    '{{index .Labels "org.evenkeel.test"}} {{index .Labels "org.evenkeel.test.where"}}' evenkeel-test-swarm 2> /dev/null) || return 0
  over "$owner" "$where" || return 0
  [ "$(docker node ls -q | wc -l)" -eq 1 ] && [ -z "$(docker service ls -q)" ] || return 0
  remove 4 "Swarm of" "${node% *}" "$owner" leave
}

leave() {
  docker swarm leave --force
}
swarm

found=$(docker volume ls --filter label=org.evenkeel.test --format "{{.Name}} $labels")
sweep 10 volume docker volume rm <<< "$found"

if [ ${#left[@]} -gt 0 ]; then
  printf 'sweep: still there: %s\n' "${left[@]}" >&2
  exit 1
fi

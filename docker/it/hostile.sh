#!/usr/bin/env bash
# Attacks a real daemon from all sides while a job runs; prints a table.
set -euo pipefail

usage() {
  cat <<'END'
usage: docker/it/hostile.sh [short|long|full] [--seed N]

  short   about a minute and a half: what .ci/run and -Plong run
  long    six to eight minutes: 100,000 mutated frames
  full    half an hour (the default): a million of them

A slow machine takes longer until the daemon has heard all of these frames: up to four times.

  --seed N   repeat the frames of an earlier run (default: 1 in the short form, else a new one)

The table goes to docker/it/target/chaos/hostile-FORM.md and .json. Needs Linux, "nice" and a JDK's jcmd.
END
}

form=full
flags=()
while (($# > 0)); do
  case $1 in
    short | long | full) form=$1 ;;
    --seed) flags+=("-Devenkeel.seed=${2:?--seed needs a number}") && shift ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec ./mvnw -q verify -Dtest=none -Dit.test=HostilePeerProcessIT \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  "-Devenkeel.hostile=$form" "${flags[@]}"

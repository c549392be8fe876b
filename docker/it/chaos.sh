#!/usr/bin/env bash
# Kills, pauses, cuts off and starves real daemons while two clients work; prints a table.
set -euo pipefail

usage() {
  cat <<'END'
usage: docker/it/chaos.sh [short|long|full] [--seed N] [--disk PERMILLE] [--keep]

  short   about a minute
  long    about five minutes: what ./mvnw verify -Plong runs
  full    about half an hour (the default): 130 kills, 66 pauses, 70 cuts, 100,000 tasks

  --seed N           repeat the plan of faults and the tasks of an earlier run (default: 1 in the short form, else a new one)
  --disk PERMILLE    of a thousand tasks, how many are of level DISK (333)
  --keep             keep logs and reports of a run that went well, too

The table goes to docker/it/target/chaos/chaos-FORM-SEED.md and .json. Needs Linux, "kill" and "prlimit".
END
}

# shellcheck source=options.sh
. "$(dirname "${BASH_SOURCE[0]}")/options.sh"
read_options evenkeel.chaos "$@"

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec ./mvnw -q verify -Dtest=none -Dit.test=ChaosProcessIT \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  "-Devenkeel.chaos=$form" "${flags[@]}"

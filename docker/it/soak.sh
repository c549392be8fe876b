#!/usr/bin/env bash
# Two clients at saturation for a long time: bounds and growth of every daemon; prints a table.
set -euo pipefail

usage() {
  cat <<'END'
usage: docker/it/soak.sh [short|long|full]

  short   ten seconds, bounds only
  long    100 seconds: what -Plong runs
  full    ten minutes (the default)

The table goes to docker/it/target/chaos/soak-FORM.md and .json. Needs Linux and a JDK's jcmd.
END
}

form=full
case ${1:-full} in
  short | long | full) form=${1:-full} ;;
  -h | --help) usage && exit 0 ;;
  *) usage >&2 && exit 2 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
exec ./mvnw -q verify -Dtest=none -Dit.test=SoakProcessIT \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  "-Devenkeel.soak=$form"

#!/usr/bin/env bash
# A test of the tests: faults put into the sources by hand, each of which a test of ./mvnw verify must find.
set -euo pipefail

usage() {
  cat << 'END'
usage: ci/mutations.sh [--list] [NAME...]

Puts each fault of ci/mutations.txt into a clone of the last commit, one at a time, and runs the test that is to fail for it.
Prints a table, and "N of M mutations are found". NAME takes those faults alone.

Exit codes: 0 every fault was found, 1 one was not, 2 one cannot be put in (ci/mutations.txt is older than the sources).
END
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
case ${1:-} in
  --list) grep -E '^== |^wrong: ' "$root/ci/mutations.txt" | paste - - | sed 's/^== //; s/\twrong: /: /' && exit 0 ;;
  -h | --help) usage && exit 0 ;;
  -*) usage >&2 && exit 2 ;;
esac

# shellcheck source=../.mvn/find-jdk.sh
. "$root/.mvn/find-jdk.sh"
evenkeel_find_jdk javac || exit $?
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone -q "$root" "$clone/evenkeel"
echo "mutations: building a clone of $(git -C "$root" rev-parse --short HEAD)" >&2
(cd "$clone/evenkeel" && ./mvnw -q test-compile -pl scheduler-daemon/lab,migration/worker -am) > "$clone/build.log" 2>&1 || {
  tail -n 30 "$clone/build.log" >&2
  exit 2
}
"$EVENKEEL_JDK/bin/java" "$root/ci/Mutations.java" "$clone/evenkeel" "$root/ci/mutations.txt" "$@"

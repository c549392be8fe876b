#!/usr/bin/env bash
# Runs the tests again and again, each time from a fresh clone, and tells what failed and what is slow.
set -euo pipefail

usage() {
  cat << 'END'
usage: ci/repeat-verify.sh N [--load] [--commit REV] [--into DIR]

Runs "./mvnw verify" N times, each time in a new clone of the last commit. Uncommitted changes are not in it. A failing test
does not end a run, so that every failure is seen. At the end it prints one table of the runs, one of the failures with their
seeds, and the twenty slowest tests.

  --load        keep every processor busy with other work meanwhile
  --commit REV  another commit than the last one
  --into DIR    where reports and logs go (default: target/repeat); runs that are there already are counted with the new ones

Exit codes: 0 every run passed, 1 a run failed, 2 usage.

  ci/repeat-verify.sh 20 && ci/repeat-verify.sh 10 --load      thirty runs, a third of them on a busy machine
END
}

runs=
load=none
commit=HEAD
into=
while (($# > 0)); do
  case $1 in
    --load) load=busy ;;
    --commit) commit=${2:?--commit needs a revision} && shift ;;
    --into) into=${2:?--into needs a directory} && shift ;;
    -h | --help) usage && exit 0 ;;
    *)
      [[ -z $runs && $1 =~ ^[1-9][0-9]*$ ]] || { usage >&2 && exit 2; }
      runs=$1
      ;;
  esac
  shift
done
[ -n "$runs" ] || { usage >&2 && exit 2; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=../.mvn/find-jdk.sh
. "$root/.mvn/find-jdk.sh"
evenkeel_find_jdk javac || exit $?
commit=$(git -C "$root" rev-parse --verify --quiet "$commit^{commit}") || { echo "repeat-verify: no such commit" >&2 && exit 2; }
mkdir -p "${into:=$root/target/repeat}"
into=$(cd "$into" && pwd -P)

clone=$(mktemp -d)
chmod 755 "$clone" # workers of some tests are other users
busy=()
clean_up() {
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2> /dev/null || true
  rm -rf "$clone"
}
trap clean_up EXIT

if [ "$load" = busy ]; then
  for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
    (while :; do :; done) &
    busy+=($!)
  done
fi

# The number of the next run: those of earlier calls stay.
next=1
while [ -d "$into/$next" ]; do next=$((next + 1)); done

for number in $(seq "$next" $((next + runs - 1))); do
  here=$into/$number
  mkdir -p "$here"
  rm -rf "$clone/evenkeel"
  git clone -q --no-checkout "$root" "$clone/evenkeel"
  git -C "$clone/evenkeel" checkout -q "$commit"
  begin=$(date +%s)
  status=0
  (cd "$clone/evenkeel" && ./mvnw verify -Dmaven.test.failure.ignore=true) > "$here/maven.log" 2>&1 < /dev/null || status=$?
  printf 'seconds=%s\nexit=%s\nload=%s\ncommit=%s\n' "$(($(date +%s) - begin))" "$status" "$load" "$commit" > "$here/run.properties"
  (cd "$clone/evenkeel" && find . -name 'TEST-*.xml' -path '*-reports/*' -print0 | tar -c --null -T -) | tar -x -C "$here"
  echo "repeat-verify: run $number of $((next + runs - 1)), commit ${commit:0:8}, load $load: $((($(date +%s) - begin) / 60)) min," \
    "$("$EVENKEEL_JDK/bin/java" "$root/ci/TestReports.java" count "$here" || true)" >&2
done

echo
echo "Commit ${commit:0:8}, $(getconf _NPROCESSORS_ONLN) processors, $(date -u +%Y-%m-%d)"
echo
mapfile -t all < <(find "$into" -mindepth 1 -maxdepth 1 -type d -regex '.*/[0-9]+' | sort -V)
"$EVENKEEL_JDK/bin/java" "$root/ci/TestReports.java" table "${all[@]}"

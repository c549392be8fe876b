# Parts of a long run: each with a name, a bound in minutes and a log, and at the end one table of what ran. Sourced by .ci/run
# and .ci/nightly, from the root of the project.
#
#   parts_into DIR                     where logs and results go; those of an earlier run are deleted
#   parts_continue DIR                 the same, but parts of the same commit that passed there are not run again
#   part NAME MINUTES COMMAND...       runs it; returns its exit code, 124 when it took longer than MINUTES
#   parts_end                          ends the part that runs, with all its processes; for a trap, also of INT and TERM
#   parts_table DIR...                 prints one table of the results in all DIRs as Markdown, and the minutes of the parts of each
#                                      DIR and since parts_into or parts_continue; returns 1 when a part failed
#
# A part that calls Maven has its tests counted from their reports. "Busy" is the share of all processors' time in which this machine
# did something while the part ran: two parts with small shares could run beside each other.

parts_into() {
  rm -rf "$1"
  mkdir -p "$1"
  git rev-parse HEAD > "$1/commit"
  : > "$1/rows"
  : > "$1/counts"
  parts_begin "$1"
}

parts_continue() {
  if [ ! -f "$1/commit" ]; then
    parts_into "$1"
    return
  fi
  if [ "$(cat "$1/commit")" != "$(git rev-parse HEAD)" ]; then
    echo "$1 has results of commit $(cut -c 1-8 "$1/commit"), and this is $(git rev-parse --short HEAD): run all parts again, without --continue" >&2
    return 2
  fi
  # A line of rows and the same line of counts are of one part.
  paste -d '\t' "$1/rows" "$1/counts" | grep '| passed |' > "$1/passed" || true
  cut -f 1 "$1/passed" > "$1/rows"
  cut -f 2 "$1/passed" > "$1/counts"
  parts_begin "$1"
}

parts_begin() {
  PARTS_DIR=$1
  PARTS_BEGUN=$(date +%s)
  # shellcheck source=../.mvn/find-jdk.sh
  . .mvn/find-jdk.sh
  evenkeel_find_jdk javac
}

# The reports of an earlier part must not be counted again.
parts_clear_reports() {
  find . -path ./target -prune -o -name '*-reports' -path '*/target/*' -type d -prune -exec rm -rf {} +
}

# Sets PARTS_COUNTED to "N tests, N failed, N skipped" of the reports in a directory, nothing where there are none.
parts_count() {
  PARTS_COUNTED=$("$EVENKEEL_JDK/bin/java" ci/TestReports.java count "$1" 2> /dev/null || true)
  [[ $PARTS_COUNTED =~ ^[1-9][0-9]*\ tests,\ [0-9]+\ failed,\ [0-9]+\ skipped$ ]] || PARTS_COUNTED=
}

# What a part found: its tests, then lines that tell seeds, then verdicts of whole runs.
parts_said() {
  local log=$1
  { [ -z "$PARTS_COUNTED" ] || echo "$PARTS_COUNTED"; grep -aoE 'seeds? .*[0-9]+ findings$|^Verdict: .*|[0-9]+ of [0-9]+ (mutations|planted bugs) .*' "$log" || true; } |
    awk '!seen[$0]++' | head -n 12 | paste -sd '~' | sed 's/~/<br>/g'
}

PARTS_RUNS=

# timeout runs in a process group of its own, which signals of a terminal do not reach; it forwards this one to the group.
# Whatever of the group has not ended half a minute later is killed. A second signal does not interrupt this.
parts_end() {
  trap '' INT TERM
  [ -n "$PARTS_RUNS" ] || return 0
  { kill "$PARTS_RUNS" && wait "$PARTS_RUNS"; } 2> /dev/null || true
  local second
  for ((second = 0; second < 30; second++)); do
    kill -0 -- "-$PARTS_RUNS" 2> /dev/null || return 0
    sleep 1
  done
  kill -KILL -- "-$PARTS_RUNS" 2> /dev/null || true
}

# Prints the machine's processor time since it started, all processors together: busy, and in total, in ticks.
parts_ticks() {
  awk '$1 == "cpu" { idle = $5 + $6; for (i = 2; i <= 9; i++) all += $i; print all - idle, all }' /proc/stat
}

part() {
  local name=$1 minutes=$2 begin status=0 took log reports result busy busy_before all all_before
  shift 2
  if grep -qF "| $name | passed |" "$PARTS_DIR/rows"; then
    printf '\n=== %s: passed before\n' "$name"
    return 0
  fi
  log=$PARTS_DIR/${name//[^a-zA-Z0-9]/-}.log
  reports=${log%.log}
  parts_clear_reports
  begin=$(date +%s)
  read -r busy_before all_before < <(parts_ticks)
  printf '\n=== %s (%s, at most %s min; log: %s)\n' "$name" "$(date -u +%H:%M:%S)" "$minutes" "$log"
  timeout --kill-after=30 "${minutes}m" "$@" > "$log" 2>&1 < /dev/null &
  PARTS_RUNS=$!
  wait "$PARTS_RUNS" || status=$?
  PARTS_RUNS=
  took=$(($(date +%s) - begin))
  read -r busy all < <(parts_ticks)
  busy=$((100 * (busy - busy_before) / (all > all_before ? all - all_before : 1)))
  mkdir -p "$reports"
  find . -path ./target -prune -o -name 'TEST-*.xml' -path '*/target/*-reports/*' -exec cp --parents -t "$reports" {} +
  parts_count "$reports"
  case $status in
    0) result=passed ;;
    124 | 137) result="**took longer than $minutes min**" ;;
    *) result="**failed** ($status)" ;;
  esac
  echo "| $name | $result | $((took / 60)):$(printf %02d $((took % 60))) | $busy % | $(parts_said "$log") |" >> "$PARTS_DIR/rows"
  echo "$status ${PARTS_COUNTED//[^0-9]/ }" >> "$PARTS_DIR/counts"
  if [ "$status" -ne 0 ]; then
    grep -aE '^\[ERROR\]|FAIL|Devenkeel.*seed' "$log" | head -n 30 || true
    echo "--- the end of $log:"
    tail -n 40 "$log"
  fi
  printf '=== %s: %s after %d:%02d min\n' "$name" "${result//\*/}" $((took / 60)) $((took % 60))
  return "$status"
}

# The sum of a column of minutes and seconds.
parts_minutes() {
  awk -F ' [|] ' '{ split($3, took, ":"); sum += 60 * took[1] + took[2] } END { printf "%d:%02d", sum / 60, sum % 60 }' "$1"
}

parts_table() {
  printf '\nCommit %s, %s, %s processors\n\n' "$(git rev-parse --short HEAD)" "$(date -u '+%Y-%m-%d %H:%M')" "$(getconf _NPROCESSORS_ONLN)"
  printf '| part | result | minutes | busy | tests, seeds, findings |\n|---|---|---|---|---|\n'
  cat "${@/%//rows}"
  echo
  local dir took
  for dir in "$@"; do
    printf 'minutes of the parts in %s: %s\n' "${dir#"$PWD/"}" "$(parts_minutes "$dir/rows")"
  done
  took=$(($(date +%s) - PARTS_BEGUN))
  printf 'minutes of this run: %d:%02d\n' $((took / 60)) $((took % 60))
  # Of each part: its exit code, and how many tests it had, how many failed and how many were skipped.
  awk '{ failed += $1 != 0; tests += $2; wrong += $3; skipped += $4 }
    END {
      printf "\ntests: %d passed, %d failed, %d skipped\n", tests - wrong - skipped, wrong, skipped
      printf "\n%d of %d parts passed.\n", NR - failed, NR
      exit failed > 0
    }' "${@/%//counts}"
}

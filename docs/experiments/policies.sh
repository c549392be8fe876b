#!/usr/bin/env bash
# Fills the table of policies.md anew: all policies over the home workloads. Takes a few minutes.
#   docs/experiments/policies.sh [options of evenkeel lab simulate, e.g. --seeds 30]
set -euo pipefail
cd "$(dirname "$0")/../.."

page=docs/experiments/policies.md
policies='hybrid,hybrid(relay=on),hybrid-1997,sender-initiated,receiver-initiated,power-of-two,work-stealing'
policies+=',work-stealing(take=half),gradient,acwn,rid,sid,random,round-robin,none'
cells=$(mktemp)
table=$(mktemp)
trap 'rm -f "$cells" "$table"' EXIT

# The columns are the commands in the page, in their order.
columns=$(sed -n "s/^evenkeel lab simulate --policy ALL //p" "$page")
while IFS= read -r flags; do
  # shellcheck disable=SC2086 # flags are words
  ./evenkeel lab simulate --policy "$policies" ${flags//\'/} "$@" 2> /dev/null < /dev/null | awk '
    $1 == "policy" { part++; next }
    NF < 5 || $1 !~ /^[a-z]/ || part > 2 { next }
    part == 1 { order[++count] = $1; response[$1] = $2 " ± " $3 }
    part == 2 { said[$1] = $2 }
    END { for (i = 1; i <= count; i++) print order[i] "\t" response[order[i]] ", " said[order[i]] }' >> "$cells"
done <<< "$columns"

awk -F '\t' '
  !($1 in row) { order[++count] = $1 }
  { row[$1] = row[$1] " | " $2 }
  END { for (i = 1; i <= count; i++) print "| `" order[i] "`" row[order[i]] " |" }' "$cells" > "$table"

# Between the head of the table and the next empty line.
awk -v table="$table" '
  /^\|---/ { print; while ((getline line < table) > 0) print line; skip = 1; next }
  skip && /^\|/ { next }
  { skip = 0; print }' "$page" > "$cells"
cat "$cells" > "$page"

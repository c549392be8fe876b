#!/usr/bin/env bash
# token-service.sh ADDRESS: gives a token of the authority here to each machine that asks for one in a directory. Others may
# write to that directory, hostile machines too. Runs until it is ended.
#
# A request is an empty directory NAME.ROLE.request: nothing is read of it, and it is removed before it is answered. NAME.answer is
# the command to run: a file that is made anew under a name that cannot be guessed, then renamed. None of this follows a link.
# A token counts once, for this name, for minutes; the authority has 1,024 open ones at most.
set -uo pipefail # no -e: a request that cannot be answered must not keep others from it
set -o noclobber # files are only made, never written over
umask 077

directory=${EVENKEEL_JOIN_DIRECTORY:-/var/lib/evenkeel-join}
address=$1
at_a_time=16
refused=0

# For the first, the tenth, the hundredth: who may ask could fill the log. What others wrote is not printed.
refuse() {
  refused=$((refused + 1))
  [[ ! $refused =~ ^10*$ ]] || echo "authority: $refused requests for tokens were not met; the last: $1" >&2
}

answer() {
  local LC_ALL=C request=$1 name role said number
  rm -d -- "$directory/$request" 2> /dev/null || return 0 # another request was faster
  if [[ ! $request =~ ^([A-Za-z0-9._-]{1,64})\.(daemon|submit|observe)\.request$ ]]; then
    refuse "no name that a machine may have, or no role that is given here"
    return 0
  fi
  name=${BASH_REMATCH[1]} role=${BASH_REMATCH[2]}
  said=$(evenkeel token create --for="$name" --role="$role" --address="$address" 2>&1)
  said=${said##*$'\n'} # the last line is the command
  if [[ $said != "evenkeel join "* ]]; then
    refuse "$name: $said"
    return 0
  fi
  read -r number < /proc/sys/kernel/random/uuid
  # With noclobber bash opens with O_EXCL. A directory in the answer's place is left where it is.
  if ! { echo "$said" > "$directory/.$number" && mv -fT -- "$directory/.$number" "$directory/$name.answer"; } 2> /dev/null; then
    rm -f -- "$directory/.$number"
    refuse "the answer for $name could not be put there"
  fi
}

requests() {
  find "$directory" -mindepth 1 -maxdepth 1 -type d -empty -name '*.request' -printf '%f\0' 2> /dev/null
}

while sleep 0.5; do
  mapfile -d '' -t -n "$at_a_time" found < <(requests)
  for request in "${found[@]}"; do
    answer "$request"
  done
done

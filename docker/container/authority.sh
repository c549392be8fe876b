#!/usr/bin/env bash
# In a container of docker/compose.yaml: makes the cluster's authority the first time, is its first daemon, and gives a token to
# every container that asks for one in the volume they share. Arguments are the daemon's.
set -euo pipefail
umask 077

desk=/var/lib/evenkeel-join
address=$HOSTNAME:4712

# NAME.request holds a role; NAME.answer, the command to run, takes its place. A token counts once, for this name, for minutes.
answer() {
  local request=$1 name role
  name=$(basename "$request" .request)
  role=$(cat "$request")
  rm -f "$request"
  case $role in
    daemon | submit | observe) ;;
    *) echo "authority: $name asks for the role \"$role\"" >&2 && return 0 ;;
  esac
  if evenkeel token create --for "$name" --role "$role" --address "$address" | tail -n 1 > "$desk/$name.part"; then
    mv "$desk/$name.part" "$desk/$name.answer"
  fi
}

answer_all() {
  local request
  while sleep 0.5; do
    for request in "$desk"/*.request; do
      [ ! -f "$request" ] || answer "$request"
    done
  done
}

[ -d "$EVENKEEL_STATE/clusters/default/authority" ] || evenkeel cluster init
answer_all &
exec evenkeel daemon --listen "$address" "$@"

#!/usr/bin/env bash
# In a container of docker/compose.yaml: joins the first time, then runs a daemon (role "daemon") or a program (role "submit").
# Further arguments are those of evenkeel daemon, or of evenkeel run.
set -euo pipefail
umask 077

desk=/var/lib/evenkeel-join
role=$1
shift

if [ ! -f "$EVENKEEL_STATE/clusters/default/identity/node.pem" ]; then
  echo "$role" > "$desk/$HOSTNAME.new"
  mv "$desk/$HOSTNAME.new" "$desk/$HOSTNAME.request"
  for ((i = 0; i < 240; i++)); do
    [ ! -f "$desk/$HOSTNAME.answer" ] || break
    sleep 0.5
  done
  if [ ! -f "$desk/$HOSTNAME.answer" ] || ! read -r -a command < "$desk/$HOSTNAME.answer" || [ "${command[*]:0:2}" != "evenkeel join" ]; then
    echo "joined: the authority has not answered within two minutes; does its container run?" >&2
    exit 1
  fi
  rm -f "$desk/$HOSTNAME.answer"
  # The answer comes before its daemon is there, the first time.
  for ((i = 0; i < 60; i++)); do
    ! (: < "/dev/tcp/${command[2]/:*/}/${command[2]##*:}") 2> /dev/null || break
    sleep 0.5
  done
  echo "${command[2]}" > "$EVENKEEL_STATE/first"
  "${command[@]}"
fi

case $role in
  daemon) exec evenkeel daemon --listen "$HOSTNAME:4712" "$@" ;;
  *)
    EVENKEEL_DAEMON=$(cat "$EVENKEEL_STATE/first")
    export EVENKEEL_DAEMON
    exec evenkeel run "$@"
    ;;
esac

#!/usr/bin/env bash
# In a container of docker/compose.yaml: joins the first time, then runs a daemon (role "daemon") or a program (role "submit").
# Further arguments are those of evenkeel daemon, or of evenkeel run.
set -euo pipefail
umask 077

directory=/var/lib/evenkeel-join
role=$1
shift

if [ ! -f "$EVENKEEL_STATE/clusters/default/identity/node.pem" ]; then
  # What an earlier life of this machine was told may be used up. How to ask: token-service.sh.
  rm -rf -- "$directory/$HOSTNAME.answer"
  mkdir "$directory/$HOSTNAME.$role.request" 2> /dev/null || true # or it is there still
  for ((i = 0; i < 240; i++)); do
    [ ! -f "$directory/$HOSTNAME.answer" ] || break
    sleep 0.5
  done
  command=()
  [ ! -f "$directory/$HOSTNAME.answer" ] || read -r -a command < "$directory/$HOSTNAME.answer" || true
  if [[ ! ${command[*]} =~ ^evenkeel\ join\ [A-Za-z0-9._-]+:[0-9]+\ ek1-[a-z0-9-]+$ ]]; then
    echo "joined: the authority has not answered within two minutes; does its container run?" >&2
    exit 1
  fi
  rm -f -- "$directory/$HOSTNAME.answer"
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

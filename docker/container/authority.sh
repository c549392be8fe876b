#!/usr/bin/env bash
# In a container of docker/compose.yaml: makes the cluster's authority the first time, is its first daemon, and gives a token to
# every container that asks for one in the volume they share. Arguments are the daemon's.
set -euo pipefail
umask 077

address=$HOSTNAME:4712
[ -d "$EVENKEEL_STATE/clusters/default/authority" ] || evenkeel cluster init
bash "${BASH_SOURCE[0]%/*}/token-service.sh" "$address" &
exec evenkeel daemon --listen "$address" "$@"

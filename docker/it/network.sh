#!/usr/bin/env bash
# Cuts off, kills and impairs machines of a network without a word while two submitters and an administrator work; prints a table.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/it/network.sh [short|long|full] [--seed N] [--keep]

  short   about a minute and a half
  long    about ten minutes
  full    about forty minutes (the default): 224 faults

  --seed N   repeat the plan of faults and the tasks of an earlier run (default: 1 in the short form, else a new one)
  --keep     keep logs and reports of a run that went well, too

The table goes to docker/it/target/network/network-FORM-SEED.md and .json. Needs Linux, root, ip, tc and iptables
(docker/it/namespaces.sh ensure installs them). Machines are network namespaces; the network of this machine is not changed.
END
}

# shellcheck source=options.sh
. "$(dirname "${BASH_SOURCE[0]}")/options.sh"
read_options evenkeel.network "$@"

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
docker/it/namespaces.sh ensure
trap 'docker/it/namespaces.sh sweep || true' EXIT
./mvnw -q verify -Dtest=none -Dit.test=NetworkProcessIT \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false \
  "-Devenkeel.network=$form" -Devenkeel.namespaces=required "${flags[@]}"

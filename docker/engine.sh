#!/usr/bin/env bash
# Makes sure that a Docker engine answers on this machine, and stops it again if this script started it. For build machines.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/engine.sh ensure|compose|packages|stop

  ensure   nothing when an engine answers. Else, as root: installs docker.io from the distribution's packages where it is
           missing (apt), and starts dockerd in the background, or docker's service under systemd
  compose  the same for docker-compose, where there is neither that nor Docker's own plugin
  packages installs what "ensure" and "compose" would install, and starts nothing
  stop     ends the engine that "ensure" started; any other one is left alone

EVENKEEL_ENGINE_RUN (default /run/evenkeel-engine) is where its log and the mark of who started it are kept.
Exit codes: 0 done, 1 there is no engine, 2 usage.
END
}

run=${EVENKEEL_ENGINE_RUN:-/run/evenkeel-engine}
log=$run/dockerd.log

say() {
  echo "engine: $*" >&2
}

answers() {
  command -v docker > /dev/null && timeout 10 docker version --format '{{.Server.Version}}' > /dev/null 2>&1
}

# Two builds at a time wait for each other; the mirror may hiccup.
packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" >> "$run/apt.log" 2>&1
}

# Packages start no services meanwhile: what is started is started here, so that "stop" knows of it. A policy of the machine's own stays.
without_services() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then
    "$@"
    return
  fi
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  printf '#!/bin/sh\nexit 101\n' > "$policy"
  chmod 0755 "$policy"
  "$@" || status=$?
  rm -f "$policy"
  trap - EXIT
  return "$status"
}

install_engine() {
  if ! command -v apt-get > /dev/null; then
    say "dockerd is missing and this is no Debian: install Docker, then run this again"
    return 1
  fi
  say "installing docker.io with apt (log: $run/apt.log)"
  packages update || say "the package lists could not be brought up to date; trying with those that are here"
  without_services packages install --no-install-recommends docker.io iptables iproute2 procps || {
    tail -n 20 "$run/apt.log" >&2
    say "apt could not install docker.io"
    return 1
  }
}

mount_cgroups() {
  [ ! -e /sys/fs/cgroup/cgroup.controllers ] && ! mountpoint -q /sys/fs/cgroup/memory || return 0
  say "control groups are not mounted: cgroupfs-mount does it"
  command -v cgroupfs-mount > /dev/null || packages install --no-install-recommends cgroupfs-mount
  cgroupfs-mount
}

start_engine() {
  if [ -d /run/systemd/system ]; then
    say "starting docker's service"
    # Its socket would start it again, and it brings containerd with it.
    local unit units=()
    for unit in docker.socket docker.service containerd.service; do
      systemctl -q is-active "$unit" || units+=("$unit")
    done
    echo "units ${units[*]}" > "$run/started"
    systemctl start docker
    return 0
  fi
  # A machine that was switched off leaves its pid file, and dockerd does not start beside it.
  if [ -f /run/docker.pid ] && ! kill -0 "$(cat /run/docker.pid)" 2> /dev/null; then
    rm -f /run/docker.pid
  fi
  say "starting dockerd (log: $log)"
  setsid nohup dockerd > "$log" 2>&1 < /dev/null &
  echo $! > "$run/started"
  disown
}

is_installed() {
  command -v dockerd > /dev/null && command -v docker > /dev/null && command -v iptables > /dev/null
}

ensure() {
  if answers; then
    say "version $(docker version --format '{{.Server.Version}}') answers"
    return 0
  fi
  if [ "$(id -u)" != 0 ]; then
    say "no engine answers, and only root can start one"
    return 1
  fi
  local installed=
  mkdir -p "$run"
  if ! is_installed; then
    install_engine
    installed=1
  fi
  # Where a policy of the machine's own has let the package start it, it was started here all the same.
  if [ -n "$installed" ] && answers; then
    if [ -d /run/systemd/system ]; then
      echo "units docker.socket docker.service" > "$run/started"
    else
      cat /run/docker.pid > "$run/started"
    fi
  elif ! answers; then
    mount_cgroups
    start_engine
  fi
  for _ in $(seq 120); do
    if answers; then
      say "version $(docker version --format '{{.Server.Version}}') answers"
      return 0
    fi
    sleep 0.5
  done
  [ ! -f "$log" ] || tail -n 20 "$log" >&2
  say "dockerd did not come up within a minute"
  return 1
}

compose() {
  if docker compose version > /dev/null 2>&1 || command -v docker-compose > /dev/null; then
    return 0
  fi
  if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
    say "there is neither docker compose nor docker-compose, and only root can install one, on a Debian"
    return 1
  fi
  mkdir -p "$run"
  say "installing docker-compose with apt (log: $run/apt.log)"
  packages install --no-install-recommends docker-compose || {
    packages update
    packages install --no-install-recommends docker-compose
  }
}

all_packages() {
  if ! answers && ! is_installed; then
    mkdir -p "$run"
    install_engine
  fi
  compose
}

stop() {
  local mark units
  [ -f "$run/started" ] || return 0
  mark=$(cat "$run/started")
  rm -f "$run/started"
  if [[ $mark == "units "* ]]; then
    say "stopping docker's service"
    read -r -a units <<< "${mark#units }"
    systemctl stop "${units[@]}"
  elif [ "$(cat "/proc/$mark/comm" 2> /dev/null)" = dockerd ]; then
    say "stopping dockerd"
    kill "$mark"
    for _ in $(seq 60); do
      kill -0 "$mark" 2> /dev/null || return 0
      sleep 0.5
    done
    say "dockerd (pid $mark) is still there after 30 s"
    return 1
  fi
}

case ${1:-} in
  ensure) ensure ;;
  compose) compose ;;
  packages) all_packages ;;
  stop) stop ;;
  -h | --help) usage ;;
  *) usage >&2 && exit 2 ;;
esac

#!/usr/bin/env bash
# Makes the container image of Evenkeel, with a registry or without one.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/build.sh [--tag IMAGE] [--base IMAGE] [--offline] [--no-build]

  --tag IMAGE   what the image is called (default: evenkeel)
  --base IMAGE  what it is made from: any Linux image with Java 25 and bash. Default: eclipse-temurin:25-jre if it is here or
                can be pulled, else a base made of this machine's own JDK and tools (docker/host-base.sh)
  --offline     no registry is asked: one of the two bases that are here or can be made here
  --no-build    the distribution as it is; else it is built when it is missing or older than its sources

An image that is there already and would be the same is left as it is. It needs a Docker engine: docker/engine.sh ensure.
Exit codes: 0 the image is there, 1 not, 2 usage, 3 no Docker engine answers.

  docker/build.sh
  docker run --rm evenkeel version
END
}

public=eclipse-temurin:25-jre
own=evenkeel-base:host
tag=evenkeel
base=
offline=
build=1
while [ $# -gt 0 ]; do
  case $1 in
    --tag | --base)
      [ $# -gt 1 ] || { usage >&2 && exit 2; }
      declare "${1#--}=$2"
      shift
      ;;
    --offline) offline=1 ;;
    --no-build) build= ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() {
  echo "build: $*" >&2
}

if ! command -v docker > /dev/null || ! timeout 10 docker version --format '{{.Server.Version}}' > /dev/null 2>&1; then
  say "no Docker engine answers; as root, docker/engine.sh ensure installs and starts one"
  exit 3
fi

# Any command builds what is missing; this one does nothing else that matters.
if [ -n "$build" ]; then
  ./evenkeel version > /dev/null
fi
distribution=docker/dist/target/evenkeel
if [ ! -f "$distribution/index.txt" ]; then
  say "there is no distribution in $distribution; run this without --no-build"
  exit 1
fi

id_of() {
  docker image inspect --format '{{.Id}}' "$1" 2> /dev/null
}

if [ -z "$base" ]; then
  if id_of "$public" > /dev/null; then
    base=$public
  elif [ -z "$offline" ] && docker pull "$public" >&2; then
    base=$public
  else
    base=$own
    docker/host-base.sh "$own"
  fi
elif ! id_of "$base" > /dev/null && [ -z "$offline" ]; then
  docker pull "$base" >&2
fi
id=$(id_of "$base") || {
  say "there is no image $base here"
  exit 1
}

content=$({
  echo "$id"
  cat docker/Dockerfile docker/container/* evenkeel .mvn/find-jdk.sh "$distribution/index.txt"
} | sha256sum | cut -d ' ' -f 1)
if [ "$(docker image inspect --format '{{index .Config.Labels "org.evenkeel.content"}}' "$tag" 2> /dev/null)" = "$content" ]; then
  say "$tag is as it would be made from $base: nothing to do"
  exit 0
fi

say "making $tag from $base"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# The context is what the Dockerfile copies, and nothing else of the checkout.
if ! tar -c --owner=0 --group=0 --mode=a+rX docker/Dockerfile evenkeel .mvn/find-jdk.sh docker/container "$distribution/lib" |
  docker build -f docker/Dockerfile --build-arg BASE_IMAGE="$base" --label org.evenkeel.content="$content" -t "$tag" - > "$log" 2>&1; then
  tail -n 40 "$log" >&2
  say "docker build failed"
  exit 1
fi
# The image that had this name before, unless something runs from it.
docker image prune -f --filter label=org.evenkeel.content > /dev/null 2>&1 || true # or another build is at it
say "$tag is made: docker run --rm $tag version"

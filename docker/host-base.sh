#!/usr/bin/env bash
# Makes a base image from files of this machine alone, for builds that reach no registry.
set -euo pipefail

usage() {
  cat << 'END'
usage: docker/host-base.sh IMAGE

Makes IMAGE from this machine's JDK 25, the shared libraries that it needs, a shell and the few tools that Evenkeel and its
tests use. Nothing is downloaded; it takes a few seconds. Linux with glibc only. An image that is there already and would be
the same is left as it is.
END
}

case ${1:-} in
  -h | --help) usage && exit 0 ;;
  '' | -*) usage >&2 && exit 2 ;;
esac
image=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)

# shellcheck source=../.mvn/find-jdk.sh
. "$here/../.mvn/find-jdk.sh"
evenkeel_find_jdk java || exit $?
jdk=$(cd "$EVENKEEL_JDK" && pwd -P)

# The launcher and workers need bash, nice and readlink; ip, tc and iptables are for tests that cut networks.
tools=(bash sh env cat ls cp mv rm ln mkdir chmod chown touch sleep kill ps nice renice taskset timeout hostname id date
  head tail tr cut sort wc grep sed awk readlink dirname basename test stat df find tc ip iptables ping getent)

content=$(cat "${BASH_SOURCE[0]}" "$jdk/release" | sha256sum | cut -d ' ' -f 1)
if [ "$(docker image inspect --format '{{index .Config.Labels "org.evenkeel.base"}}' "$image" 2> /dev/null)" = "$content" ]; then
  exit 0
fi
echo "host-base: making $image from $jdk and tools of this machine" >&2

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
multiarch=$(uname -m)-linux-gnu
mkdir -p "$root"/{usr/bin,usr/sbin,usr/lib64,"usr/lib/$multiarch"/xtables,etc,tmp,var/tmp,root,proc,sys,dev,opt,run}
for directory in bin sbin lib lib64; do
  ln -s "usr/$directory" "$root/$directory" # as Debian has it
done
chmod 1777 "$root/tmp" "$root/var/tmp"

# Under its own path, with symbolic links resolved.
take() {
  mkdir -p "$root$(dirname "$1")"
  [ -e "$root$1" ] || cp -L "$1" "$root$1"
}

programs=()
for tool in "${tools[@]}"; do
  if program=$(type -P "$tool"); then
    take "$program"
    programs+=("$program")
  fi
done
for plugin in /usr/lib/"$multiarch"/xtables/lib{xt,ipt,ip6t}_{tcp,udp,comment,statistic,conntrack,limit,multiport,standard,REJECT}.so; do
  [ ! -e "$plugin" ] || take "$plugin"
done
for library in /lib/"$multiarch"/libnss_{files,dns}.so.2 /lib/"$multiarch"/libresolv.so.2; do
  [ ! -e "$library" ] || take "$library"
done

# Hard links where that is possible: nothing is written to them.
cp -al "$jdk" "$root/opt/java" 2> /dev/null || { rm -rf "$root/opt/java"; cp -a "$jdk" "$root/opt/java"; }
rm -f "$root"/opt/java/lib/{src.zip,ct.sym}
rm -rf "$root"/opt/java/{jmods,man,include}
if [ -L "$root/opt/java/lib/security/cacerts" ]; then
  cp -L --remove-destination "$jdk/lib/security/cacerts" "$root/opt/java/lib/security/cacerts"
fi

mapfile -t binaries < <(find "$jdk" -type f \( -name '*.so' -o -perm -u+x \))
{ ldd "${programs[@]}" "${binaries[@]}" 2> /dev/null || true; } |
  awk '/=> \//{print $3} /^[[:space:]]*\/lib/{print $1}' | sort -u |
  while read -r library; do
    case $library in
      "$jdk"/*) ;;
      *) take "$library" ;;
    esac
  done

printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n' > "$root/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' > "$root/etc/group"
printf 'hosts: files dns\npasswd: files\ngroup: files\n' > "$root/etc/nsswitch.conf"

tar -C "$root" --owner=0 --group=0 --mode=a+rX -c . | docker import \
  -c 'ENV PATH=/opt/java/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' -c 'ENV JAVA_HOME=/opt/java' \
  -c 'ENV LANG=C.UTF-8' -c "LABEL org.evenkeel.base=$content" - "$image" > /dev/null

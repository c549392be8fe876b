# Finds a JDK of version 25 or newer. Sourced by ./evenkeel and ./mvnw; written for bash 3.2, as on macOS.
#
#   evenkeel_find_jdk javac   sets EVENKEEL_JDK to the home of a JDK that has bin/javac, or prints why not and returns 3
#   evenkeel_find_jdk java    a Java runtime is enough
#
# Order: EVENKEEL_JAVA_HOME (used or refused, never passed over), JAVA_HOME, the usual places, java on PATH.
# The first of exactly version 25 is taken; if there is none, the first that is newer.

EVENKEEL_JAVA_WANTED=25

# Sets feature_version to the version of the Java in directory $1, 0 when there is none. Reads its `release` file, which
# costs no process; only where that says nothing it runs java.
evenkeel_feature_version() {
  local home=$1 line text=
  feature_version=0
  [ -x "$home/bin/java" ] || return 0
  if [ -r "$home/release" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in
        JAVA_VERSION=*) text=${line#JAVA_VERSION=} ;;
      esac
    done < "$home/release"
  fi
  if [ -z "$text" ]; then
    text=$("$home/bin/java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p' | head -n 1)
  fi
  text=${text//\"/}
  case $text in
    1.*) text=${text#1.} ;;
  esac
  text=${text%%[!0-9]*}
  [ -n "$text" ] && feature_version=$text
  return 0
}

# Looks at one candidate; remembers what it saw for the message. Returns 0 when the search is over.
evenkeel_try_jdk() {
  local home=${1%/} what=$2 program=$3 saw
  [ -n "$home" ] && [ -x "$home/bin/java" ] || return 1
  evenkeel_feature_version "$home"
  saw="Java $feature_version"
  [ "$feature_version" -gt 0 ] || saw="a Java that does not tell its version"
  [ -x "$home/bin/$program" ] || saw="$saw, without bin/$program"
  EVENKEEL_JDKS_SEEN="$EVENKEEL_JDKS_SEEN
  $home ($what): $saw"
  [ -x "$home/bin/$program" ] || return 1
  if [ "$feature_version" -eq "$EVENKEEL_JAVA_WANTED" ]; then
    EVENKEEL_JDK=$home
    return 0
  fi
  if [ "$feature_version" -gt "$EVENKEEL_JAVA_WANTED" ] && [ -z "$EVENKEEL_JDK" ]; then
    EVENKEEL_JDK=$home
  fi
  return 1
}

# Prints the home of the java on PATH.
evenkeel_home_of_path_java() {
  local java link
  java=$(command -v java 2> /dev/null) || return 1
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case $link in
      /*) java=$link ;;
      *) java=$(dirname "$java")/$link ;;
    esac
  done
  (cd "$(dirname "$java")/.." 2> /dev/null && pwd -P)
}

evenkeel_find_jdk() {
  local program=${1:-javac} candidate feature_version=0
  EVENKEEL_JDK=
  EVENKEEL_JDKS_SEEN=

  if [ -n "${EVENKEEL_JAVA_HOME:-}" ]; then
    evenkeel_try_jdk "$EVENKEEL_JAVA_HOME" EVENKEEL_JAVA_HOME "$program"
    [ -n "$EVENKEEL_JDK" ] && return 0
    {
      echo "evenkeel: EVENKEEL_JAVA_HOME=$EVENKEEL_JAVA_HOME is not a JDK of version $EVENKEEL_JAVA_WANTED or newer."
      [ -n "$EVENKEEL_JDKS_SEEN" ] && echo "It is:$EVENKEEL_JDKS_SEEN"
      echo "Correct it, or unset it to let a JDK be looked for."
    } >&2
    return 3
  fi

  evenkeel_try_jdk "${JAVA_HOME:-}" JAVA_HOME "$program" && return 0
  for candidate in /usr/lib/jvm/* /opt/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    evenkeel_try_jdk "$candidate" "usual place" "$program" && return 0
  done
  [ -n "$EVENKEEL_JDK" ] && return 0
  if candidate=$(evenkeel_home_of_path_java); then
    evenkeel_try_jdk "$candidate" "java on PATH" "$program" && return 0
    [ -n "$EVENKEEL_JDK" ] && return 0
  fi

  {
    echo "evenkeel: needs a JDK of version $EVENKEEL_JAVA_WANTED or newer, and found none."
    echo "Looked at EVENKEEL_JAVA_HOME, JAVA_HOME, /usr/lib/jvm, /opt, ~/.sdkman/candidates/java, ~/.jdks,"
    echo "/Library/Java/JavaVirtualMachines and java on PATH, and saw:${EVENKEEL_JDKS_SEEN:-
  no Java at all}"
    echo "Install one, for example:"
    echo "  Debian, Ubuntu   apt install openjdk-$EVENKEEL_JAVA_WANTED-jdk, or temurin-$EVENKEEL_JAVA_WANTED-jdk from Adoptium's packages"
    echo "  macOS            brew install --cask temurin@$EVENKEEL_JAVA_WANTED"
    echo "  anywhere         sdk install java $EVENKEEL_JAVA_WANTED-tem   (SDKMAN), or unpack one into ~/.jdks"
    echo "or say where it is: EVENKEEL_JAVA_HOME=/path/to/jdk"
  } >&2
  return 3
}

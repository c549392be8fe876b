# shellcheck shell=bash
# Sourced by the scripts beside it that run one test in a form: reads the arguments into "form" and "flags". They define usage().
# read_options PROPERTIES ARGUMENTS...: PROPERTIES is how the names of the test's properties begin
read_options() {
  local properties=$1
  shift
  form=full
  flags=()
  while (($# > 0)); do
    case $1 in
      short | long | full) form=$1 ;;
      --seed) flags+=("-Devenkeel.seed=${2:?--seed needs a number}") && shift ;;
      --keep) flags+=("-D$properties.keep=true") ;;
      --disk)
        [ "$properties" = evenkeel.chaos ] || { usage >&2 && exit 2; }
        flags+=("-D$properties.disk=${2:?--disk needs a number}") && shift
        ;;
      -h | --help) usage && exit 0 ;;
      *) usage >&2 && exit 2 ;;
    esac
    shift
  done
}

#!/usr/bin/env bash
# capacity.sh - predicts servers on more cores from runs on one, measures them there, and prints both.
# NEEDS: nothing else.  OVERHEAD: two sweeps of all servers for each workload; about an hour by default.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/capacity.sh [OPTION...] [WORKLOAD:LEVELS...]
For each workload two sweeps, with the server on the cores of --pin-one and on those of --pin-more. The
capacity model is fitted to the first (report.sh --predict) and compared with the second: a table in
Markdown with prediction, interval, measured median, error, and hit or miss. A hit is a measured median
inside the interval. Default workloads: cpu=200us:20,100,400,800,1200 cpu=2ms:4,16,64,128,192.
  --servers LIST    default tomcat-platform,tomcat-virtual,webflux-reactor,netty-floor
  --trials N        of each sweep; default 3
  --measure TIME    default 10s
  --repeat-noisy N  as sweep.sh --repeat-noisy; default 2
  --no-probe        as sweep.sh --no-probe: for a host whose memory others slow down all the time, and a
                    workload that computes
  --pin-one SPEC    as sweep.sh --pin; default server=1,echo=0,loadgen=0
  --pin-more SPEC   default off: all tiers use all cores, as they must where the server gets every core of
                    the host; such as server=2-3,echo=0,loadgen=1 where there are more
  --target TARGET   the cores of --pin-more, as report.sh --predict; default all cores,
                    sharing=echo+loadgen, with --pin-more off
  --out FOLDER      where the runs are kept; default results/<UTC>-capacity
On shared cores the generator and the echo tier wait for the server too, so saturated steps can fail the
checks echo_delay and generator_lag; they are then "not measured".
Examples:
  benchmarks/capacity.sh
  benchmarks/capacity.sh --trials 5 cpu=2ms:4,16,64,128
  benchmarks/capacity.sh --pin-one server=4,echo=0-1,loadgen=2-3 --pin-more server=4-7,echo=0-1,loadgen=2-3 --target cores=4
TEXT
}

SERVERS=tomcat-platform,tomcat-virtual,webflux-reactor,netty-floor
TRIALS=3
MEASURE=10s
REPEAT_NOISY=2
PROBE=()
PIN_ONE=server=1,echo=0,loadgen=0
PIN_MORE=off
TARGET=
OUT=
WORKLOADS=()

parse() {
  while (($#)); do
    case $1 in
      --servers | --trials | --measure | --repeat-noisy | --pin-one | --pin-more | --target | --out)
        (($# > 1)) || die 2 "$1 needs a value; see --help"
        local name=${1#--}
        name=${name//-/_}
        printf -v "${name^^}" '%s' "$2"
        shift
        ;;
      --no-probe) PROBE=(--no-probe) ;;
      -*) die 2 "unknown option $1; see --help" ;;
      ?*:[0-9]*) WORKLOADS+=("$1") ;;
      *) die 2 "invalid workload '$1': expected one with levels, such as cpu=200us:20,400; see --help" ;;
    esac
    shift
  done
  whole_numbers "$TRIALS" "$REPEAT_NOISY"
  [[ -n $TARGET || $PIN_MORE == off ]] || die 2 "--pin-more needs --target, such as cores=2; see --help"
  TARGET=${TARGET:-cores=$(nproc),sharing=echo+loadgen}
  [[ $PIN_MORE != off || $TARGET =~ ^cores=$(nproc)(,|$) ]] ||
    die 2 "--pin-more off gives the server all $(nproc) cores, and --target is $TARGET; see --help"
  ((${#WORKLOADS[@]})) || WORKLOADS=("cpu=200us:20,100,400,800,1200" "cpu=2ms:4,16,64,128,192")
}

# sweep FOLDER PINNING WORKLOAD LEVELS: the run folder that it made is in $RUN. 1 is also a step that failed a check.
sweep() {
  local code=0
  log "== $3 at $4, pinned $2"
  run_sweep --tiers local --servers "$SERVERS" --levels "$4" --trials "$TRIALS" --measure "$MEASURE" \
    --repeat-noisy "$REPEAT_NOISY" "${PROBE[@]}" --workload "$3" --pin "$2" --name capacity --out "$1" >&2 || code=$?
  ((code <= 1)) || die 1 "the sweep ended with exit code $code; its folder is in $1"
  RUN=$(compgen -G "$1/*-capacity") || die 1 "the sweep left no run folder in $1"
}

# compare WORKLOAD LEVELS: the rows of one workload; with their heading those of the first.
compare() {
  local folder=$OUT/${1//[^a-z0-9]/-} one more
  sweep "$folder/one" "$PIN_ONE" "$1" "$2"
  one=$RUN
  sweep "$folder/more" "$PIN_MORE" "$1" "$2"
  more=$RUN
  "$ROOT/scripts/report.sh" --predict "$TARGET" "$one" --against "$more" >"$folder/table.md"
  if [[ -z ${HEADING:-} ]]; then
    HEADING=printed
    cat "$folder/table.md"
  else
    tail -n +3 "$folder/table.md"
  fi
}

main() {
  parse "$@"
  OUT=${OUT:-$ROOT/results/$(date -u +%Y%m%dT%H%M%SZ)-capacity}
  [[ ! -e $OUT ]] || die 1 "$OUT exists"
  find_jdk
  ensure_built
  mkdir -p "$OUT"
  host_line
  printf 'fitted with the server pinned %s, measured pinned %s (%s)\n\n' "$PIN_ONE" "$PIN_MORE" "$TARGET"
  local workload
  for workload in "${WORKLOADS[@]}"; do
    compare "${workload%%:*}" "${workload#*:}"
  done
  log "the runs are in $OUT"
}

run_main "$@"

#!/usr/bin/env bash
# test-live.sh - runs a real sweep of a server over two protocols with --live. A browser follows it to its end, an
# OpenMetrics parser reads /metrics meanwhile, and the run folder must be complete.
# NEEDS: JDK >= 21, Maven, curl, chromium; python3 with venv and a way to PyPI for the parser.
# OVERHEAD: about three minutes.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/test-live.sh
Starts a short sweep with --live on a free port. The test of the page (LivePageTest) watches it in a browser: the page
updates, can be loaded again, and outlives the run without an error. prometheus_client parses /metrics every two seconds.
A missing program is named, with exit code 1. Without access to PyPI /metrics is fetched and not parsed.
Example: ./scripts/test-live.sh
TEXT
}

PARSE='
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
families = {f.name: f for f in text_string_to_metric_families(sys.stdin.read())}
for name in ("tierbench_run", "tierbench_steps", "tierbench_requests"):
    assert name in families, name + " is missing"
print(" ".join(sorted(families)))
'

# parser: installs the OpenMetrics parser, or says why /metrics is only fetched.
parser() {
  PARSER=$WORK/venv/bin/python
  if ! python3 -m venv "$WORK/venv" >&2; then
    PARSER=
    log "the parser of /metrics: SKIPPED: it needs python3 with venv (sudo apt-get install python3-venv)"
  elif ! "$WORK/venv/bin/pip" install -q prometheus_client >&2; then
    PARSER=
    log "the parser of /metrics: SKIPPED: PyPI gave no prometheus_client"
  fi
}

# url: waits for the address that the sweep prints.
url() {
  local tries found
  for ((tries = 0; tries < 300; tries++)); do
    found=$(sed -n 's/^live  *//p' "$WORK/sweep.log")
    [[ -z $found ]] || { printf '%s\n' "$found" && return; }
    kill -0 "$SWEEP" 2>/dev/null || die 1 "the sweep ended: $(tail -n 3 "$WORK/sweep.log")"
    sleep 0.2
  done
  die 1 "the sweep named no address within a minute"
}

# parse_metrics URL: parses /metrics until the sweep has ended; fails at the first text that is invalid.
parse_metrics() {
  local parsed=0
  while curl -sf "$1metrics" >"$WORK/metrics.txt"; do
    if [[ -z $PARSER ]]; then
      cat "$WORK/metrics.txt" >>"$WORK/families.txt"
    elif ! "$PARSER" -c "$PARSE" <"$WORK/metrics.txt" >>"$WORK/families.txt"; then
      die 1 "/metrics does not parse: $(cat "$WORK/metrics.txt")"
    fi
    parsed=$((parsed + 1))
    sleep 2
  done
  ((parsed > 0)) || die 1 "/metrics was never answered"
  local family
  for family in tierbench_throughput_requests_per_second tierbench_latency_seconds tierbench_cpu_cores tierbench_cpu_seconds; do
    grep -q "$family" "$WORK/families.txt" || die 1 "/metrics never reported $family"
  done
  printf '/metrics was read %d times%s\n' "$parsed" "${PARSER:+ and parsed}"
}

# streams_were_sent: fails unless the requests of each server went over the protocol that its name says.
streams_were_sent() {
  local server sent
  for server in "$WORK"/out/*/rounds/01/*; do
    sent=$(sed -n 's/.*"http2_streams" : \([a-z0-9]*\).*/\1/p' "$server"/steps/*/load.json)
    case $server=$sent in
      *http2Streams=0=null | *http2Streams=5=5) ;;
      *) log "$server has http2_streams $sent" && return 1 ;;
    esac
  done
}

end() {
  [[ -z ${SWEEP:-} ]] || kill "$SWEEP" 2>/dev/null || true
  [[ -z ${KEEP:-} ]] && rm -rf "$WORK"
}

main() {
  [[ ${1:-} != -h && ${1:-} != --help ]] || { usage && return; }
  (($# == 0)) || { usage >&2 && return 2; }
  local tool address browser
  for tool in curl chromium; do
    command -v "$tool" >/dev/null || die 1 "$tool is missing; run: ./scripts/test.sh --setup"
  done
  find_jdk
  ensure_built
  WORK=$(mktemp -d)
  trap end EXIT
  parser
  maven --no-transfer-progress -q -pl report -am test-compile
  "$ROOT/scripts/sweep.sh" --live --tiers local --servers tomcat --vary http2Streams=0,5 --levels 20 --trials 1 --settle 2s \
    --measure 2s --no-verify --no-observe --repeat-noisy 0 --warmup-cap 3s --warmup-top-cap 0s --out "$WORK/out" >"$WORK/sweep.log" 2>&1 &
  SWEEP=$!
  address=$(url)
  parse_metrics "$address" &
  browser=$!
  maven --no-transfer-progress -q -pl report -am test -Dtest=LivePageTest#aRealRunIsFollowedToItsEnd \
    -Dspotless.check.skip=true -Dtierbench.live="$address" ||
    { KEEP=1 && die 1 "the page failed; the sweep's log is $WORK/sweep.log"; }
  wait "$browser" || { KEEP=1 && die 1 "/metrics failed; see $WORK"; }
  # Exit code 1 may also be a rule that a busy host broke; faults and failed requests are checked below.
  wait "$SWEEP" || (($? == 1)) || { KEEP=1 && die 1 "the sweep failed: $(tail -n 3 "$WORK/sweep.log")"; }
  SWEEP=
  "$ROOT/scripts/assert-run.sh" "$(echo "$WORK"/out/*)" 2 || { KEEP=1 && die 1 "its folder is below $WORK/out"; }
  streams_were_sent || { KEEP=1 && die 1 "its folder is below $WORK/out"; }
  log "a live sweep: page and /metrics are in order"
}

main "$@"

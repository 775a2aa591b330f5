#!/usr/bin/env bash
# test-profile.sh - plants a hot method, an allocation and a lock in a server and looks for them in profiles.
# NEEDS: JDK >= 21, Maven, python3.  OVERHEAD: about nine minutes.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly PORT=17490
readonly SERVER=PlantedServer

usage() {
  cat <<'TEXT'
Usage: ./scripts/test-profile.sh [RATE]
Measures a server without a fault, one with a hot method, and one with garbage and a lock, at RATE (3000 requests/s), five
trials each with --profile cpu,alloc,lock, and compares them frame by frame. Each fault must be the frame of its kind that
grew the most, beyond noise. Waits for the lock differ too much between trials for that: the lock must be in every trial
with it and in none without. The exit code is 1 when a fault was not found; the message names it.
Example: ./scripts/test-profile.sh 2000
TEXT
}

# describe FAULT: writes the descriptor of a server with that fault, whose methods are not inlined: see docs/profiles.md.
describe() {
  cat >"$WORK/$1.yml" <<TEXT
model: $1
contract: none
command: ["{java}", "{jvm}", "-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,$SERVER::*",
          -Dsun.net.httpserver.maxIdleConnections=2000, -cp, "$WORK", $SERVER, "{port}", $1]
port: $PORT
url: /
TEXT
}

# Reads a comparison as JSON on standard input. Prints for each kind the frame that grew the most: beyond noise, or
# from nothing in any trial to something in every trial.
LARGEST='
import json, sys
grown = {}
for row in json.load(sys.stdin)["rows"]:
    appeared = row["a_high"] == 0 and row["b_low"] > 0 and "lock" in row["metric"]
    if row["finding"] == "worse" or appeared:
        kind, unit = row["metric"].rsplit(", ", 1)
        by = row["b"] - row["a"]
        if by > grown.get(kind, (0, ""))[0]:
            grown[kind] = by, "%s: %s %+.3g %s" % (kind, row["frame"], by, unit)
print("\n".join(text for _, text in grown.values()))
'

# expect FAULT KIND FRAME: FRAME must be the frame of that kind that grew the most.
expect() {
  local largest
  largest=$("$ROOT/scripts/compare.sh" "$RUN:none" "$RUN:$1" --by frame --format json | python3 -c "$LARGEST")
  log "$largest"
  grep -q "^$2: $SERVER\.$3 " <<<"$largest" ||
    die 1 "$2: expected $SERVER.$3 to have grown the most; the run is in $RUN"
}

case ${1:-} in
  -h | --help) usage && exit 0 ;;
esac
RATE=${1:-3000}
[[ $RATE =~ ^[1-9][0-9]*$ && $# -le 1 ]] || { usage >&2 && exit 2; }
command -v python3 >/dev/null || die 1 "python3 is missing: sudo apt-get install python3"
find_jdk
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
"$JAVA_HOME/bin/javac" -d "$WORK" "$ROOT/scripts/planted/$SERVER.java"
for fault in none hot waiting; do
  describe "$fault"
done
"$ROOT/scripts/sweep.sh" --servers "$WORK/none.yml,$WORK/hot.yml,$WORK/waiting.yml" --tiers local \
  --rates "$RATE" --connections 100 --trials 5 --measure 3s --no-observe --no-probe \
  --profile cpu,alloc,lock --name planted | tee "$WORK/sweep.log" ||
  log "some steps are not valid: see below"
RUN=$(tail -n 1 "$WORK/sweep.log")
expect hot CPU hot
expect waiting "allocated memory" allocating
expect waiting "time waiting for locks" locking
log "test-profile: every fault is the first of its kind; the page: $RUN/report.html"

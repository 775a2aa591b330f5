#!/usr/bin/env bash
# test-profile.sh - plants a hot method, an allocation and a lock in a server and looks for them in profiles.
# NEEDS: JDK >= 21, Maven.  OVERHEAD: about five minutes.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly PORT=17490
readonly SERVER=PlantedServer

usage() {
  cat <<'TEXT'
Usage: ./scripts/test-profile.sh [RATE]
Measures one server without and with the faults at that rate (3000 requests/s), four trials each with
--profile cpu,alloc,lock, and compares the two frame by frame: of the frames whose cost grew beyond noise,
each fault has to be the one that grew the most of its kind. Exit code 1 names what was not found.
Example: ./scripts/test-profile.sh 2000
TEXT
}

# describe NAME PLANTED
describe() {
  cat >"$WORK/$1.yml" <<TEXT
model: $1
contract: none
command: ["{java}", "{jvm}", -Dsun.net.httpserver.maxIdleConnections=2000, -cp, "$WORK", $SERVER, "{port}", "$2"]
port: $PORT
url: /
TEXT
}

# Prints for each kind the frame that grew the most beyond noise, of a comparison as JSON on standard input.
LARGEST='
import json, sys
grown = {}
for row in json.load(sys.stdin)["rows"]:
    if row["finding"] == "worse":
        kind, unit = row["metric"].rsplit(", ", 1)
        by = row["b"] - row["a"]
        if by > grown.get(kind, (0, ""))[0]:
            grown[kind] = by, "%s: %s %+.3g %s" % (kind, row["frame"], by, unit)
print("\n".join(text for _, text in grown.values()))
'

# expect KIND FRAME: FRAME is the one of that kind that grew the most, and beyond noise.
expect() {
  grep -q "^$1: $SERVER\.$2 " "$WORK/largest.txt" ||
    die 1 "$1: expected $SERVER.$2 to have grown the most, beyond noise; the run is in $RUN"
  log "ok: $1: $2"
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
describe usual false
describe planted true
"$ROOT/scripts/sweep.sh" --servers "$WORK/usual.yml,$WORK/planted.yml" --tiers local --rates "$RATE" --connections 100 --trials 4 \
  --measure 3s --no-observe --no-probe --profile cpu,alloc,lock --name planted | tee "$WORK/sweep.log" ||
  log "some steps are not valid: see below"
RUN=$(tail -n 1 "$WORK/sweep.log")
"$ROOT/scripts/compare.sh" "$RUN:usual" "$RUN:planted" --by frame --format json >"$WORK/frames.json"
python3 -c "$LARGEST" <"$WORK/frames.json" | tee "$WORK/largest.txt"
expect CPU hot
expect "allocated memory" allocating
expect "time waiting for locks" locking
log "test-profile: every fault is the first of its kind; the page: $RUN/report.html"

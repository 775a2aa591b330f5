#!/usr/bin/env bash
# verify-under-stress.sh - verifies servers on a host that does much else, and counts how often one is refused wrongly.
# NEEDS: stress-ng, unshare and ip (as root, for several at a time).  OVERHEAD: half a minute or more for each verification.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly SEEDED=harness/src/test/java/dev/tierbench/harness/http/ContractServer.java
LIMIT_SECONDS=900

usage() {
  cat <<'TEXT'
Usage: benchmarks/verify-under-stress.sh [N] [--jobs J] [--servers NAMES] [--faults]
Runs N verifications (default 10; of tomcat and netty in turn, or of NAMES, with commas) beside
stress-ng --cpu 3 --vm 2, J at a time (default 1), each in a network namespace of its own. Meanwhile random
processes of the verification, servers and verifiers, are stopped for 0.1 to 1.5 s (SIGSTOP). Prints a line for
each, and the number of servers that were refused and of caveats. Exit code 1 when one was refused.
  --faults  instead, verifies each server with a seeded fault once; exit code 1 when one is neither refused
            nor named in a caveat, or when the one without a fault is refused
Examples:
  benchmarks/verify-under-stress.sh 200 --jobs 2
  benchmarks/verify-under-stress.sh --faults
TEXT
}

# verify_now FOLDER ARGUMENT...: a verification with pauses; its exit code is in FOLDER/code.
verify_now() {
  local folder=$1 pid code=0
  shift
  "${NAMESPACE[@]}" setpriv --pdeathsig TERM "$JAVA" -XX:+UseSerialGC -Xmx256m -XX:TieredStopAtLevel=1 \
    -jar "$ROOT/harness/target/harness.jar" verify --home "$ROOT" "$@" >"$folder/log" 2>&1 &
  pid=$!
  pause_some "$pid" "$folder" || true
  wait "$pid" || code=$?
  echo "$code" >"$folder/code"
}

# pause_some PID FOLDER: while it runs, stops one of the JVMs below it at a time, also those that began just now.
pause_some() {
  local victims victim pauses=0 deadline=$((SECONDS + LIMIT_SECONDS))
  while kill -0 "$1" 2>/dev/null; do
    if ((SECONDS > deadline)); then
      echo "no end within $LIMIT_SECONDS s" >>"$2/log"
      kill "$1" 2>/dev/null
      return
    fi
    mapfile -t victims < <(echo "$1" && descendants "$1")
    if ((${#victims[@]})); then
      victim=${victims[RANDOM % ${#victims[@]}]}
      if [[ $(readlink "/proc/$victim/exe" 2>/dev/null) == */java ]] && kill -STOP "$victim" 2>/dev/null; then
        echo "$victim" >"$2/stopped"
        sleep "$((RANDOM % 2)).$((RANDOM % 5 + 1))"
        kill -CONT "$victim" 2>/dev/null || true
        pauses=$((pauses + 1))
        rm -f "$2/stopped"
      fi
    fi
    sleep "0.$((RANDOM % 8 + 2))"
    echo "$pauses" >"$2/pauses"
  done
}

# choose_namespace JOBS: how each verification gets ports of its own.
choose_namespace() {
  NAMESPACE=(unshare --net -- sh -c 'ip link set lo up && exec "$@"' sh)
  if ! command -v ip >/dev/null || ! "${NAMESPACE[@]}" true 2>/dev/null; then
    (($1 == 1)) || die 1 "no network namespace can be made: --jobs takes root and ip (package iproute2)"
    NAMESPACE=()
  fi
}

# No process stays stopped, however this ends.
end() {
  local file
  for file in "$WORK"/*/stopped; do
    [[ ! -e $file ]] || kill -CONT "$(<"$file")" 2>/dev/null || true
  done
  end_background
  rm -rf "$WORK"
}

# run_all JOBS ARGUMENTS-OF-ONE...: each argument is the words of a verification.
run_all() {
  local jobs=$1 number=0 words running=0
  shift
  for words in "$@"; do
    number=$((number + 1))
    mkdir "$WORK/$(printf %03d "$number")"
    # shellcheck disable=SC2086 # words on purpose
    verify_now "$WORK/$(printf %03d "$number")" $words &
    STARTED+=("$!")
    running=$((running + 1))
    if ((running == jobs)); then
      wait -n || true
      running=$((running - 1))
    fi
  done
  while ((running > 0)); do
    wait -n || true
    running=$((running - 1))
  done
}

# verdict FOLDER: kept, caveat or refused, from exit code and log.
verdict() {
  if [[ $(<"$1/code") != 0 ]]; then
    echo refused
  elif grep -q '^caveat: ' "$1/log"; then
    echo caveat
  else
    echo kept
  fi
}

# reason FOLDER: why it was not kept at once.
reason() {
  grep -hE 'does not keep the contract|^caveat: |^verify: |no end within' "$1/log" | cut -c1-300 | head -3 | paste -sd '|' || true
}

honest_servers() {
  local count=$1 jobs=$2 names words=() i folder result refused=0 caveats=0
  IFS=, read -ra names <<<"$3"
  for ((i = 0; i < count; i++)); do
    words+=("${names[i % ${#names[@]}]}")
  done
  run_all "$jobs" "${words[@]}"
  for folder in "$WORK"/[0-9]*; do
    result=$(verdict "$folder")
    printf '%s %-8s %3s pauses  %s\n' "$(basename "$folder")" "$result" "$(<"$folder/pauses")" "$(reason "$folder")"
    case $result in
      refused) refused=$((refused + 1)) ;;
      caveat) caveats=$((caveats + 1)) ;;
    esac
  done
  printf '%d verifications of %s: %d refused, %d with a caveat\n' "$count" "$3" "$refused" "$caveats"
  ((refused == 0))
}

# server_of FAULT: the name of its descriptor, which holds no underscore.
server_of() {
  tr '[:upper:]_' '[:lower:]-' <<<"$1"
}

seeded_faults() {
  local jobs=$1 faults fault words=() number=0 folder result missed=0
  mapfile -t faults < <("$JAVA" "$ROOT/$SEEDED")
  mkdir "$WORK/seeded"
  for fault in "${faults[@]}"; do
    cat >"$WORK/seeded/$(server_of "$fault").yml" <<YML
model: fake
command: ["{java}", "{jvm}", "$ROOT/$SEEDED", $fault, "{port}", "{echo}"]
port: 17580
YML
  done
  for fault in "${faults[@]}"; do
    words+=("$WORK/seeded/$(server_of "$fault").yml --heap 128m --ready-within 60s")
  done
  run_all "$jobs" "${words[@]}"
  for fault in "${faults[@]}"; do
    number=$((number + 1))
    folder=$WORK/$(printf %03d "$number")
    result=$(verdict "$folder")
    printf '%-18s %-8s %s\n' "$fault" "$result" "$(reason "$folder")"
    case $fault-$result in
      NONE-refused | [!N]*-kept | NEVER*-kept) missed=$((missed + 1)) ;;
    esac
  done
  printf '%d seeded servers, %d judged wrongly\n' "${#faults[@]}" "$missed"
  ((missed == 0))
}

main() {
  local count=10 jobs=1 servers=tomcat,netty seeded=false
  while (($#)); do
    case $1 in
      --jobs | --servers)
        (($# > 1)) || die 2 "$1 needs a value; see --help"
        [[ $1 == --servers ]] && servers=$2 || jobs=$2
        shift
        ;;
      --faults) seeded=true ;;
      *) count=$1 ;;
    esac
    shift
  done
  whole_numbers "$count" "$jobs"
  prepare stress-ng pgrep unshare
  choose_namespace "$jobs"
  host_line
  background stress-ng --quiet --cpu 3 --vm 2 --vm-bytes 128m
  if $seeded; then
    seeded_faults "$jobs"
  else
    honest_servers "$count" "$jobs" "$servers"
  fi
}

run_main "$@"

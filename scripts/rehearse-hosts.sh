#!/usr/bin/env bash
# rehearse-hosts.sh - runs a sweep over three hosts that one machine plays, each with its own network, name, sshd and
# container engine. Both levels must be valid, every file must exist, and nothing may be left running. With --faults
# it also injects faults into further sweeps.
# NEEDS: root, a container engine with the images, what play-hosts.sh needs.  OVERHEAD: 2 minutes, 4 more with --faults.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly PLAY=$ROOT/scripts/play-hosts.sh
readonly SHORT=(--trials 1 --no-verify --no-observe --no-probe --settle 0s --warmup-cap 0s --warmup-top-cap 0s)
readonly FAULTS=(jvm agent network sshd engine)
# Limit from a fault to its verdict.
readonly FAULT_SECONDS=20
readonly NETWORK_GONE_SECONDS=3
readonly DATABASE_PORT=5442

usage() {
  cat <<'TEXT'
Usage: ./scripts/rehearse-hosts.sh [--ssh] [--generators 2] [--database] [--servers LIST]
                                   [--start COMMAND] [--faults [FAULT,...]] [--busy] [--keep] [SWEEP-OPTION...]
  --ssh         the server's host has no engine: its tier and agent are processes started by ssh
  --generators  2: a second host drives half of the connections
  --database    the server calls a PostgreSQL on the host of the echo tier, which does not run then
  --servers     what is measured; default tomcat. A service of your own (contract: none) takes --ssh, and has no echo
  --start       first starts this on the server's host, for --servers with 'running: true', and ends it at last
  --faults      then injects faults, each into a window of its own sweep: jvm, agent, network (gone for 3 s),
                sshd, engine
  --busy        accepts a FAIL of a rule that a busy machine breaks
  --keep        keeps the run folder under results/; else it is removed after success
Example: sudo ./scripts/with-engine.sh ./scripts/rehearse-hosts.sh --faults
TEXT
}

finish() {
  [[ -z ${STARTED:-} ]] || kill -KILL "$STARTED" 2>/dev/null || true
  [[ -z ${SWEEP_PID:-} ]] || kill -TERM "$SWEEP_PID" 2>/dev/null || true
  [[ -z ${HOSTS:-} ]] || "$PLAY" down "$HOSTS"
  if [[ -n ${WELL:-} ]]; then
    rm -rf "$OUT"
  elif [[ -n ${OUT:-} ]]; then
    log "rehearse-hosts: the run folders and logs are in $OUT"
  fi
}

# images: builds the images of the hosts in the engine of this machine, since present ones may have older sources.
images() {
  docker_answers || die 1 "no container engine answers ($ENGINE_SILENCE); ./scripts/with-engine.sh starts one"
  base_image || die 1 "$BASE_IMAGE_MISSING"
  log "rehearse-hosts: building the images"
  {
    compose --profile all --profile load --profile trace build echo-server tomcat-server observer loadgen &&
      { ! $DATABASE || compose -f docker-compose.database.yml build database tomcat-database; }
  } >"$OUT/build.log" 2>&1 || die 1 "an image was not built: $(tail -n 3 "$OUT/build.log")"
}

# start_database: a PostgreSQL on the host that has the echo tier else; its container goes with that host's engine.
start_database() {
  local image i
  image=$(compose_setting IMAGE_PREFIX)/database:$(compose_setting IMAGE_TAG)
  docker save "$image" | "$PLAY" exec "$HOSTS" load docker --context tb-echo load >/dev/null
  "$PLAY" exec "$HOSTS" load docker --context tb-echo run --detach --name database --network host --tmpfs /data:mode=1777,size=1g \
    --env DATABASE_PASSWORD --env DATABASE_PORT="$DATABASE_PORT" --env DATABASE_ADDRESS=10.78.0.3 "$image" \
    max_connections=200 shared_preload_libraries=pg_stat_statements fsync=off >/dev/null
  for ((i = 0; i < 100; i++)); do
    ! nsenter --net=/run/netns/tbh-load bash -c ": </dev/tcp/10.78.0.3/$DATABASE_PORT" 2>/dev/null || return 0
    sleep 0.2
  done
  die 1 "the database does not listen: $("$PLAY" exec "$HOSTS" load docker --context tb-echo logs --tail 3 database 2>&1)"
}

# asks_echo: whether there is an echo tier.
asks_echo() {
  ! $DATABASE && ! grep -qs '^contract: none' "$SERVERS"
}

# hosts_file SSH GENERATORS
hosts_file() {
  local server="context: tb-server"
  ! $1 || server="ssh: root@10.78.0.2, java: $JAVA"
  echo "server: {$server, address: 10.78.0.2}"
  ! asks_echo || echo "echo: {context: tb-echo, address: 10.78.0.3}"
  (($2 == 1)) || echo "load: [local, tb-load2]"
}

# start_service: runs the command of --start on the server's host until the sweeps have ended.
start_service() {
  "$PLAY" exec "$HOSTS" server bash -c "exec $START" >"$OUT/service.log" 2>&1 &
  STARTED=$!
}

# end_service: ends the service of --start, which the sweeps have to leave as it was.
end_service() {
  local pids
  pids=$(pids_in tbh-server java)
  [[ -n $pids ]] || die 1 "the service of --start did not go on: $(tail -n 3 "$OUT/service.log")"
  # shellcheck disable=SC2086 # words are process ids
  kill -KILL $pids
  wait "$STARTED" || true
  STARTED=""
}

# sweep OPTION...: runs a sweep on the controller's host.
sweep() {
  "$PLAY" exec "$HOSTS" load env JAVA_HOME="$JAVA_HOME" "$ROOT/scripts/sweep.sh" "$@"
}

# nothing_left: waits until no host has an agent or a tier; the engines may need a moment.
nothing_left() {
  local i host left
  [[ -z ${STARTED:-} ]] || return 0
  for ((i = 0; i < 50; i++)); do
    left=""
    for host in load server echo load2; do
      [[ ! -e /run/netns/tbh-$host ]] || left+=$(pids_in "tbh-$host" java)
    done
    [[ -n $left ]] || return 0
    sleep 0.2
  done
  die 1 "still running: $left"
}

# assert_run RUN MEASURE-SECONDS: checks the files that a run on one host has, and that each window has the clock of
# its own host.
assert_run() {
  local run=$1 seconds=$2 least=4 step file
  # The harness has no process of a database to look at.
  asks_echo || least=3
  for step in "$run"/trials/*/steps/*; do
    [[ -s $step/checks.json ]] || die 1 "$step has no verdict"
    $BUSY || ! grep -q '^  "verdict" : "FAIL"' "$step/checks.json" ||
      die 1 "$step is FAIL: $(grep -B1 -A4 FAIL "$step/checks.json")"
    for file in load.json latency.hlog tiers.json threads.csv syscalls.csv observation.json measurements.json raw; do
      [[ -e $step/$file ]] || die 1 "$step/$file is missing"
    done
    # A window is as long as its phase but for how late its two snapshots were taken, which the record states.
    awk -F '[:,]' -v seconds="$seconds" -v least="$least" -v file="$step/tiers.json" '
      /"name" : "measure"/ { measured = 1 }
      /"name" : "trace"/ { measured = 0 }
      measured && /"window_ns"/ { window = $2 }
      measured && /"boundary_lag_ns"/ && window { windows++
        off = window - 1e9 * seconds
        if ((off < 0 ? -off : off) > 0.01e9 * seconds + $2) { print file ": a window of" window " ns, " $2 " ns late"; exit 1 }
        window = 0 }
      END { if (windows < least) { print file ": " windows + 0 " windows"; exit 1 } }' "$step/tiers.json" >&2 ||
      die 1 "the windows of the hosts are not those of the phase"
    grep -Eq '"named_cpu_share" : (1\.0|0\.99)' "$step/observation.json" ||
      die 1 "names were not joined: $(grep named_cpu_share "$step/observation.json")"
  done
  grep -q '"round_trip"' "$run/manifest.json" || die 1 "the manifest has no hosts"
}

# inflict FAULT
inflict() {
  local pid
  case $1 in
    jvm)
      pid=$(of_server '^java .* (-jar .*(app|tomcat-server|tomcat-database)\.jar --|-cp )')
      kill -KILL "$pid"
      ;;
    agent)
      pid=$(of_server ' agent$')
      kill -KILL "$pid"
      ;;
    network) "$PLAY" fault "$HOSTS" server network "$NETWORK_GONE_SECONDS" ;;
    *) "$PLAY" fault "$HOSTS" server "$1" ;;
  esac
}

# of_server PATTERN: the JVM on the server's host whose command line matches.
of_server() {
  local pid
  for pid in $(pids_in tbh-server java); do
    tr '\0' ' ' <"/proc/$pid/cmdline" | sed 's/ $//; s|^[^ ]*/java|java|' | grep -Eq -- "$1" && echo "$pid" && return
  done
  die 1 "no JVM on the server's host is like $1"
}

# fault FAULT: injects a fault into a window. The step has to be FAIL with its cause in time, and --resume has to finish
# the run. These sweeps do not warm up, so other failed checks are ignored.
fault() {
  local kind=$1 run step since waited code=0 cause
  sweep --hosts "$HOSTS/hosts.yml" --servers "$SERVERS" "${DOWNSTREAM[@]}" --levels 20,40 --measure 8s "${SHORT[@]}" \
    --name "fault-$kind" --out "$OUT" >"$OUT/$kind.log" 2>&1 &
  SWEEP_PID=$!
  step=""
  for ((waited = 0; waited < 900; waited++)); do
    step=$(find "$OUT" -path "*-fault-$kind/trials/*/concurrency=0020/*" -name loadgen.log)
    [[ -z $step ]] || break
    kill -0 "$SWEEP_PID" 2>/dev/null || die 1 "the sweep ended: $(tail -n 3 "$OUT/$kind.log")"
    sleep 0.1
  done
  [[ -n $step ]] || die 1 "no step began: $(tail -n 3 "$OUT/$kind.log")"
  step=${step%%/concurrency=0020/*}/concurrency=0020
  sleep 3
  since=$SECONDS
  inflict "$kind"
  until [[ -s $step/checks.json ]]; do
    ((SECONDS - since <= FAULT_SECONDS)) || die 1 "$kind: no verdict after $FAULT_SECONDS s"
    sleep 0.2
  done
  cause=$(cause "$step")
  [[ -n $cause ]] || die 1 "$kind: $step/checks.json does not name it"
  log "rehearse-hosts: $kind: FAIL after $((SECONDS - since)) s: $cause"
  wait "$SWEEP_PID" || code=$?
  SWEEP_PID=""
  ((code == 1)) || die 1 "$kind: the sweep ended with $code: $(tail -n 3 "$OUT/$kind.log")"
  [[ $kind != sshd && $kind != engine ]] || "$PLAY" repair "$HOSTS" server "$kind"
  run=$(echo "$OUT"/*-fault-"$kind")
  code=0
  sweep --resume "$run" --hosts "$HOSTS/hosts.yml" "${DOWNSTREAM[@]}" >>"$OUT/$kind.log" 2>&1 || code=$?
  ((code <= 1)) || die 1 "$kind: not resumed: $(tail -n 5 "$OUT/$kind.log")"
  "$ROOT/scripts/assert-run.sh" "$run" 2
  nothing_left
}

# cause STEP: prints the cause of a FAIL that the fault may lead to; empty when there is none.
cause() {
  awk -F '"' '
    $2 == "name" { name = $4 }
    $2 == "verdict" { failed = $4 == "FAIL" && (name == "fault" || name == "agent") }
    $2 == "message" && failed { sub(/^ *"message" : "/, ""); sub(/"$/, ""); print; exit }' "$1/checks.json" | cut -c 1-200
}

options() {
  SSH=false GENERATORS=1 DATABASE=false SERVERS=tomcat ASKED=() BUSY=false KEEP=false DOWNSTREAM=() START=""
  while (($#)); do
    case $1 in
      --ssh) SSH=true ;;
      --generators)
        (($# > 1)) || die 2 "--generators needs a number; see --help"
        GENERATORS=$2
        shift
        ;;
      --database) DATABASE=true ;;
      --servers)
        (($# > 1)) || die 2 "--servers needs a list; see --help"
        SERVERS=$2
        shift
        ;;
      --start)
        (($# > 1)) || die 2 "--start needs a command; see --help"
        START=$2
        shift
        ;;
      --faults)
        ASKED=("${FAULTS[@]}")
        if [[ ${2:-} =~ ^[a-z,]+$ ]]; then
          IFS=, read -r -a ASKED <<<"$2"
          shift
        fi
        ;;
      --busy) BUSY=true ;;
      --keep) KEEP=true ;;
      -h | --help)
        usage
        exit 0
        ;;
      *) break ;;
    esac
    shift
  done
  OPTIONS=("$@")
}

main() {
  local generators=() without=() run each code=0
  options "$@"
  ((EUID == 0)) || die 1 "the hosts need root: sudo $0"
  find_jdk
  ensure_built
  DATABASE_PASSWORD=${DATABASE_PASSWORD:-$(head -c 15 /dev/urandom | base64)}
  export DATABASE_PASSWORD
  trap finish EXIT
  OUT=$(mktemp -d)
  images
  HOSTS=$(mktemp -d)
  ((GENERATORS == 1)) || generators=(--generators "$GENERATORS")
  ! $SSH || without=(--no-engine server)
  "$PLAY" up "$HOSTS" "${generators[@]}" "${without[@]}" >&2
  hosts_file "$SSH" "$GENERATORS" >"$HOSTS/hosts.yml"
  [[ -z $START ]] || start_service
  if $DATABASE; then
    start_database
    DOWNSTREAM=(--downstream "postgresql://tierbench@10.78.0.3:$DATABASE_PORT/tierbench")
  fi
  if ((${#OPTIONS[@]} == 0)); then
    OPTIONS=(--levels '50,200' --trace 3s)
    # A step that other programs spoiled stays invalid however long it takes.
    if $BUSY; then
      OPTIONS+=(--settle 2s --warmup-cap 5s --warmup-top-cap 0s)
    else
      OPTIONS+=(--settle 8s --warmup-cap 30s)
    fi
  fi
  ! $BUSY || OPTIONS+=(--repeat-noisy 0)
  sweep --hosts "$HOSTS/hosts.yml" --servers "$SERVERS" "${DOWNSTREAM[@]}" --trials 1 --measure 4s "${OPTIONS[@]}" --name hosts --out "$OUT" || code=$?
  ((code == 0)) || { $BUSY && ((code == 1)); } || die 1 "the sweep over several hosts ended with exit code $code"
  run=$(echo "$OUT"/*-hosts)
  assert_run "$run" 4
  "$ROOT/scripts/assert-run.sh" "$run" "$(find "$run"/trials/*/steps/* -maxdepth 0 | wc -l)"
  nothing_left
  if $KEEP; then
    mkdir -p "$ROOT/results"
    cp -r "$run" "$ROOT/results/"
  fi
  for each in "${ASKED[@]}"; do
    fault "$each"
  done
  if [[ -n $START ]]; then
    end_service
    nothing_left
  fi
  WELL=true
  log "rehearse-hosts: all well; the hosts go now"
}

main "$@"

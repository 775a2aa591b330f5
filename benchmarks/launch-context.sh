#!/usr/bin/env bash
# launch-context.sh - compares results for different ways of launching the tiers: sessions with and without autogroups,
# one session, and containers; on shared cores and on cores of their own.
# NEEDS: root, jq, taskset, two cores; a container engine for the containers.  OVERHEAD: 55 s for each run, 8 minutes for each round.
set -euo pipefail
# A failure inside $(run_once ...) must end the run.
shopt -s inherit_errexit
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/launch-context.sh [ROUNDS] [CONNECTIONS] [WAY...]
Tomcat in front of the echo server (50 ms), the same jars and the same load, launched in several ways. A
round runs every way once, on fresh JVMs; the order turns from round to round. Ways (default: all):
  autogroup    each tier in a session of its own, sched_autogroup_enabled=1: a scheduling group per tier
  no-autogroup the same with sched_autogroup_enabled=0: no groups
  one-session  all tiers in the session of this script: one scheduling group
  containers   server and echo tier in a container each, the generator in a session: a control group per
               tier; left out when no engine answers
each of them as WAY-shared (all tiers on all cores) and WAY-pinned (server on the last core, the others on
the first). Prints the median of each value, and its smallest and largest value, as a Markdown table.
The setting of the kernel is put back at the end.
Example: benchmarks/launch-context.sh 3 2600
TEXT
}

readonly ECHO_PORT=28081 TOMCAT_PORT=28080
readonly URL=http://127.0.0.1:$TOMCAT_PORT/sleep
readonly AUTOGROUP=/proc/sys/kernel/sched_autogroup_enabled
readonly WARM_UP=22 SETTLE=12 MEASURE=10
readonly SERVER_JVM=(-Xms1g -Xmx1g -XX:+AlwaysPreTouch -XX:+UseG1GC -XX:-UseDynamicNumberOfCompilerThreads)
readonly HELPER_JVM=(-Xms512m -Xmx512m -XX:+AlwaysPreTouch -XX:+UseSerialGC)

# start NAME CORES COMMAND...: a tier in the way of $GROUPING; its process is in $TIER_PID.
start() {
  local name=$1 cores=$2
  shift 2
  case $GROUPING in
    containers)
      docker rm -f "tierbench-launch-$name" >/dev/null 2>&1 || true
      docker run -d --name "tierbench-launch-$name" --network host --ulimit nofile=20000:20000 \
        --cpuset-cpus "$cores" -v "$ROOT:$ROOT:ro" --entrypoint java "$IMAGE" "${@:2}" >/dev/null
      TIER_PID=$(docker inspect --format '{{.State.Pid}}' "tierbench-launch-$name")
      ;;
    one-session)
      setpriv --pdeathsig KILL taskset -c "$cores" "$@" >"$WORK/$name.log" 2>&1 &
      TIER_PID=$!
      STARTED+=("$TIER_PID")
      ;;
    *)
      background taskset -c "$cores" "$@" >"$WORK/$name.log" 2>&1
      TIER_PID=$STARTED_PID
      ;;
  esac
}

# move NAME CORES: every thread of a tier; checks it in /proc afterwards.
move() {
  local try
  for try in 1 2 3 4 5; do
    if [[ $GROUPING == containers ]]; then
      docker update --cpuset-cpus "$2" "tierbench-launch-$1" >/dev/null
    else
      # A thread that ends meanwhile makes it fail.
      taskset -a -c -p "$2" "$TIER_PID" >/dev/null 2>&1 || true
    fi
    [[ $(grep -h Cpus_allowed_list "/proc/$TIER_PID"/task/*/status | sort -u) != "Cpus_allowed_list:"$'\t'"$2" ]] || return 0
    log "launch-context: not every thread of $1 is on $2 after try $try"
  done
  die 1 "threads of $1 cannot be moved to cores $2"
}

end_tiers() {
  local name
  end_background
  STARTED=()
  if $CONTAINERS; then
    for name in echo tomcat; do
      docker rm -f "tierbench-launch-$name" >/dev/null 2>&1 || true
    done
  fi
}

# A server that another run left there would be measured in place of ours.
ports_are_free() {
  local port
  for port in $ECHO_PORT $TOMCAT_PORT; do
    ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || die 1 "port $port is taken; end what listens there"
  done
}

# counts PID: CPU us and context switches of a process so far.
counts() {
  printf '%s %s\n' "$(cpu_us "$1")" "$(awk '/ctxt_switches/ { sum += $2 } END { print sum }' "/proc/$1"/task/*/status)"
}

# load CORES LOADGEN-OPTION...: the generator in the same way of launching.
load() {
  local launcher=(setpriv --pdeathsig KILL taskset -c "$1")
  shift
  [[ $GROUPING == one-session ]] || launcher=(setsid --wait "${launcher[@]}")
  rm -rf "$WORK/load"
  "${launcher[@]}" "$JAVA" "${HELPER_JVM[@]}" -jar "$ROOT/loadgen/target/loadgen.jar" "$URL" "$@" \
    --events --out "$WORK/load" 2>"$WORK/loadgen.log"
}

# run_once WAY: prints "requests/s p50-ms p99-ms CPU-us/request switches/request" of the measured window.
run_once() {
  local way=$1 helpers=$ALL server=$ALL tomcat view=()
  GROUPING=${way%-*}
  if [[ ${way##*-} == pinned ]]; then
    helpers=$FIRST server=$LAST
    view=(-XX:ActiveProcessorCount=1)
  fi
  if [[ $GROUPING == no-autogroup ]]; then
    echo 0 >$AUTOGROUP
  else
    echo 1 >$AUTOGROUP
  fi
  ports_are_free
  start echo "$helpers" "$JAVA" "${HELPER_JVM[@]}" -jar "$ROOT/echo-server/target/echo-server.jar" \
    --port $ECHO_PORT
  wait_for "http://127.0.0.1:$ECHO_PORT/" "$TIER_PID"
  # The compilers need both cores; the server gets its own after the warm-up.
  start tomcat "$ALL" "$JAVA" "${SERVER_JVM[@]}" "${view[@]}" \
    -jar "$ROOT/tomcat-server/target/tomcat-server.jar" \
    --server.port=$TOMCAT_PORT --echo.url=http://127.0.0.1:$ECHO_PORT
  tomcat=$TIER_PID
  wait_for "$URL" "$tomcat"
  # 1 is a request of the cold server that was not answered in time.
  load "$helpers" -c 150 --phases "warm-up=${WARM_UP}s" >/dev/null || (($? == 1)) ||
    generator_failed
  move tomcat "$server"
  load "$helpers" -c "$CONNECTIONS" --phases "settle=${SETTLE}s,measure=${MEASURE}s" |
    at_boundaries counts "$tomcat" >"$WORK/counts" || (($? == 1)) || generator_failed
  end_tiers
  last_phase "[$(paste -sd, "$WORK/counts" | tr ' ' ,)] as \$c
    | \"\(.throughput_rps) \(.service_time_us.p50 / 1000) \(.service_time_us.p99 / 1000) \((\$c[2] - \$c[0]) / .ok) \((\$c[3] - \$c[1]) / .ok)\""
}

# cell WAY COLUMN: "median (least–most)" of a value over the rounds.
cell() {
  awk -v way="$1" -v column="$2" '$1 == way { print $column }' "$WORK/values" | sort -g |
    awk 'function form(value) { return sprintf(value >= 1000 ? "%.0f" : "%.3g", value) }
      { all[NR] = $1 } END { printf "%s (%s–%s)", form(all[int((NR + 1) / 2)]), form(all[1]), form(all[NR]) }'
}

print_table() {
  local way column
  printf '\n| launched as | req/s | p50 ms | p99 ms | CPU us/req | switches/req |\n'
  printf '|---|---:|---:|---:|---:|---:|\n'
  for way in "${WAYS[@]}"; do
    printf '| %s |' "$way"
    for column in 2 3 4 5 6; do
      printf ' %s |' "$(cell "$way" "$column")"
    done
    printf '\n'
  done
}

# Which ways there are here, in $WAYS.
choose_ways() {
  local grouping known=(autogroup no-autogroup one-session containers)
  if ! docker_answers; then
    log "launch-context: without containers: $ENGINE_SILENCE"
    known=(autogroup no-autogroup one-session)
  elif ! docker image inspect "$IMAGE" >/dev/null 2>&1; then
    log "launch-context: without containers: there is no image $IMAGE here; ./scripts/offline-base-image.sh makes it"
    known=(autogroup no-autogroup one-session)
  fi
  WAYS=("$@")
  if ((!$#)); then
    for grouping in "${known[@]}"; do
      WAYS+=("$grouping-shared" "$grouping-pinned")
    done
  fi
  for grouping in "${WAYS[@]}"; do
    [[ $grouping =~ ^(autogroup|no-autogroup|one-session|containers)-(shared|pinned)$ ]] ||
      die 2 "invalid way '$grouping'; see --help"
  done
}

end() {
  end_tiers
  printf '%s\n' "$WAS" >$AUTOGROUP
  rm -rf "$WORK"
}

main() {
  local rounds=${1:-3} round i way values
  CONNECTIONS=${2:-2600}
  whole_numbers "$rounds" "$CONNECTIONS"
  shift $(($# < 2 ? $# : 2))
  ((EUID == 0)) || die 1 "root is needed to change $AUTOGROUP"
  [[ -w $AUTOGROUP ]] || die 1 "this kernel has no autogroups: $AUTOGROUP is missing"
  (($(nproc) >= 2)) || die 1 "two cores are needed"
  IMAGE=$(compose_setting BASE_IMAGE)
  choose_ways "$@"
  CONTAINERS=false
  [[ "${WAYS[*]}" != *containers* ]] || CONTAINERS=true
  GROUPING=none WAS=$(<$AUTOGROUP)
  prepare jq taskset
  # As the kernel prints it, to which the threads are compared.
  ALL=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
  FIRST=${ALL%%[-,]*} LAST=${ALL##*[-,]}
  printf 'launch contexts at %s connections: %s\n' "$CONNECTIONS" "$(host_line)"
  for ((round = 0; round < rounds; round++)); do
    for ((i = 0; i < ${#WAYS[@]}; i++)); do
      way=${WAYS[$(((i + round) % ${#WAYS[@]}))]}
      values=$(run_once "$way")
      printf '%s %s\n' "$way" "$values" >>"$WORK/values"
      log "  round $((round + 1)) of $rounds: $way $values"
    done
  done
  print_table
}

run_main "$@"

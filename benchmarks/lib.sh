# shellcheck shell=bash
# lib.sh - functions that the benchmarks share; sourced, not run.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

STARTED=()

# prepare COMMAND...: checks the commands, builds the jars and makes the folder $WORK. Folder and started processes end
# with the script.
prepare() {
  need setpriv "$@"
  find_jdk
  ensure_built
  LOADGEN=(setpriv --pdeathsig TERM "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx1g -jar "$ROOT/loadgen/target/loadgen.jar")
  WORK=$(mktemp -d)
  trap end EXIT
}

# A script that has more to put back has an end of its own.
end() {
  end_background
  rm -rf "$WORK"
}

# need COMMAND...: stops when a peer is not installed.
need() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null ||
      die 1 "$command is missing; run: ./scripts/setup.sh benchmark"
  done
}

# whole_numbers VALUE...: exit code 2 for an argument that is not a positive whole number.
whole_numbers() {
  local value
  for value in "$@"; do
    [[ $value =~ ^[1-9][0-9]*$ ]] || die 2 "'$value' is not a positive whole number; see --help"
  done
}

# take_value OPTION [VALUE]...: gives the value to the variable that the option names, such as --level to LEVEL.
take_value() {
  (($# > 1)) || die 2 "$1 needs a value; see --help"
  local name=${1#--}
  printf -v "${name^^}" '%s' "$2"
}

# take_options "OPTION..." [ARGUMENT...]: gives the value of each of these options to its variable; exit code 2 for any other.
take_options() {
  local known=" $1 "
  shift
  while (($#)); do
    [[ $1 =~ ^--[a-z]+$ && $known == *" $1 "* ]] || die 2 "unknown option $1; see --help"
    take_value "$@"
    shift 2
  done
}

# background COMMAND...: starts a server that ends with this script; its PID is in $STARTED_PID.
background() {
  setsid setpriv --pdeathsig KILL "$@" &
  STARTED_PID=$!
  STARTED+=("$STARTED_PID")
}

end_background() {
  local pid
  for pid in "${STARTED[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  STARTED=()
}

# run_sweep OPTION...: a sweep, which ends in order when this script does.
run_sweep() {
  setpriv --pdeathsig TERM "$ROOT/scripts/sweep.sh" "$@"
}

# hold CORES PID: moves all threads of a process.
hold() {
  taskset -a -c -p "$1" "$2" >/dev/null
}

# wait_for URL PID: until the process listens there, 20 s at the most.
wait_for() {
  local host_port=${1#http://} tries
  host_port=${host_port%%/*}
  for ((tries = 0; tries < 200; tries++)); do
    kill -0 "$2" 2>/dev/null || die 1 "the server for $1 ended at its start; see above"
    if (exec 3<>"/dev/tcp/${host_port%:*}/${host_port#*:}") 2>/dev/null; then
      return
    fi
    sleep 0.1
  done
  die 1 "nothing listens at $1 after 20 s"
}

# start_echo: the echo server (50 ms) at $ECHO_PORT; its PID is in $ECHO_PID.
start_echo() {
  background "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx256m -jar "$ROOT/echo-server/target/echo-server.jar" --port "$ECHO_PORT"
  ECHO_PID=$STARTED_PID
  wait_for "http://127.0.0.1:$ECHO_PORT/" "$ECHO_PID"
}

# start_tomcat: the echo server, and Tomcat in front of it at $TOMCAT_PORT; its PID is in $TOMCAT_PID.
start_tomcat() {
  start_echo
  background "$JAVA" -Xms512m -Xmx512m -XX:+UseG1GC -jar "$ROOT/tomcat-server/target/tomcat-server.jar" \
    --server.port="$TOMCAT_PORT" --echo.url="http://127.0.0.1:$ECHO_PORT" >"$WORK/tomcat.log" 2>&1
  TOMCAT_PID=$STARTED_PID
  wait_for "http://127.0.0.1:$TOMCAT_PORT/" "$TOMCAT_PID"
}

# measure_load OPTION...: one thread of load on $URL; its result is in $WORK/load/load.json.
measure_load() {
  rm -rf "$WORK/load"
  "${LOADGEN[@]}" "$URL" -t1 "$@" --out "$WORK/load" 2>"$WORK/loadgen.log"
}

generator_failed() {
  die 1 "the load generator failed: $(tail -n 1 "$WORK/loadgen.log")"
}

# last_phase EXPRESSION: a value of the last phase of that load, by an expression of jq.
last_phase() {
  jq -r ".phases[-1] | $1" "$WORK/load/load.json"
}

# at_boundaries COMMAND...: runs it when the measured phase begins and when it ends, by the events of the load
# generator on standard input.
at_boundaries() {
  local event
  while read -r event; do
    [[ $event != *'"phase-'*'"measure"'* ]] || "$@"
  done
}

# attach PID COUNTER: the observer of its calls, on $OTHER_CORES; returns when it counts, after half a minute at the
# most. COUNTER is as of threads.sh, with @FOLDER for the bpftrace in a folder.
attach() {
  local path=$PATH tries
  [[ $2 != *@* ]] || path=${2#*@}:$PATH
  : >"$WORK/look.log" # of the observer before
  set -m
  PATH=$path taskset -c "$OTHER_CORES" "$JAVA" -jar "$ROOT/observer/target/observer-exec.jar" threads "$1" \
    --seconds 60 --require L0 --counter "${2%%@*}" --by role >"$WORK/look.txt" 2>"$WORK/look.log" &
  LOOKER=$!
  set +m
  STARTED+=("$LOOKER")
  for ((tries = 0; tries < 300; tries++)); do
    ! grep -q counting "$WORK/look.log" || return 0
    kill -0 "$LOOKER" 2>/dev/null || break
    sleep 0.1
  done
  die 1 "the observer does not count by $2: $(tail -n 1 "$WORK/look.log")"
}

# detach: ends what was started in a process group of its own as $LOOKER.
detach() {
  kill -INT -- "-$LOOKER" 2>/dev/null || true
  wait "$LOOKER" 2>/dev/null || true
}

# cpu_us PID: user and system time of a process so far, in microseconds (10 ms ticks).
cpu_us() {
  local stat fields
  stat=$(<"/proc/$1/stat")
  read -ra fields <<<"${stat##*) }"
  printf '%d\n' $(((fields[11] + fields[12]) * 10000))
}

# median VALUE...: the middle one; the lower of the two middle ones for an even count.
median() {
  printf '%s\n' "$@" | sort -g | sed -n "$((($# + 1) / 2))p"
}

# spread VALUE...: "median (all, rising)".
spread() {
  printf '%s (%s)\n' "$(median "$@")" "$(printf '%s\n' "$@" | sort -g | paste -sd ' ')"
}

# range VALUE...: "least to most".
range() {
  local rising
  mapfile -t rising < <(printf '%s\n' "$@" | sort -g)
  printf '%s to %s\n' "${rising[0]}" "${rising[-1]}"
}

# against_bare ROUNDS COMMAND [OPTION...]: in each round runs COMMAND WAY OPTION... for bare and for each of $WAYS, in
# an order that turns. It prints requests/s and CPU us per request; what is printed here are their ratios to the bare
# run of the same round.
against_bare() {
  local rounds=$1 command=$2 round i way values ways=(bare "${WAYS[@]}")
  local -A rate=() cpu=() rates=() cpus=()
  shift 2
  for ((round = 0; round < rounds; round++)); do
    for ((i = 0; i < ${#ways[@]}; i++)); do
      way=${ways[(i + round) % ${#ways[@]}]}
      # On a line of its own: the status of a substitution in a redirection is lost.
      values=$("$command" "$way" "$@")
      read -r rate["$way"] cpu["$way"] _ <<<"$values"
      log "  round $((round + 1)): $way ${rate[$way]} requests/s, ${cpu[$way]} us CPU per request"
    done
    for way in "${WAYS[@]}"; do
      rates[$way]+=" $(ratio "${rate[$way]}" "${rate[bare]}")"
      cpus[$way]+=" $(ratio "${cpu[$way]}" "${cpu[bare]}")"
    done
  done
  for way in "${WAYS[@]}"; do
    # shellcheck disable=SC2086 # words on purpose
    printf '  %-20s throughput %s  CPU per request %s\n' "$way" "$(spread ${rates[$way]})" "$(spread ${cpus[$way]})"
  done
}

# ratio A B: A/B with three decimals.
ratio() {
  awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f\n", a / b }'
}

host_line() {
  printf '%s, %d cores, %s, commit %s\n' "$(uname -sr)" "$(nproc)" "$("$JAVA" -version 2>&1 | sed -n 2p)" \
    "$(git -C "$ROOT" describe --always --dirty 2>/dev/null || echo unknown)"
}

# descendants PID: all processes below it.
descendants() {
  local child
  for child in $(pgrep -P "$1"); do
    echo "$child"
    descendants "$child"
  done
}

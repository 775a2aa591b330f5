# shellcheck shell=bash
# lib.sh - what the benchmarks share; sourced, not run.

# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

STARTED=()

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

# start_tomcat LOG: the echo server at $ECHO_PORT and Tomcat in front of it at $TOMCAT_PORT, whose PIDs are in
# $ECHO_PID and $TOMCAT_PID; Tomcat's output goes to LOG.
start_tomcat() {
  local echo_url=http://127.0.0.1:$ECHO_PORT
  background "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx256m -jar "$ROOT/echo-server/target/echo-server.jar" --port "$ECHO_PORT"
  # shellcheck disable=SC2034 # for the scripts that source this
  ECHO_PID=$STARTED_PID
  wait_for "$echo_url/" "$ECHO_PID"
  background "$JAVA" -Xms512m -Xmx512m -XX:+UseG1GC -jar "$ROOT/tomcat-server/target/tomcat-server.jar" \
    --server.port="$TOMCAT_PORT" --echo.url="$echo_url" >"$1" 2>&1
  TOMCAT_PID=$STARTED_PID
  wait_for "http://127.0.0.1:$TOMCAT_PORT/" "$TOMCAT_PID"
}

# await_counting PID LOG COUNTER: until that observer, which logs there, counts; half a minute at the most.
await_counting() {
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    ! grep -q counting "$2" || return 0
    kill -0 "$1" 2>/dev/null || break
    sleep 0.1
  done
  die 1 "the observer does not count by $3: $(tail -n 1 "$2")"
}

# cpu_us PID: user and system time of a process so far, in microseconds (10 ms ticks).
cpu_us() {
  local stat fields
  stat=$(<"/proc/$1/stat")
  read -ra fields <<<"${stat##*) }"
  printf '%d\n' $(((fields[11] + fields[12]) * 10000))
}

# sorted VALUE...: rising, on one line.
sorted() {
  printf '%s\n' "$@" | sort -g | paste -sd ' '
}

# median VALUE...: the middle one; the lower of the two middle ones for an even count.
median() {
  printf '%s\n' "$@" | sort -g | sed -n "$((($# + 1) / 2))p"
}

# ratio A B: A/B with three decimals.
ratio() {
  awk -v a="$1" -v b="$2" 'BEGIN { printf "%.3f\n", a / b }'
}

host_line() {
  printf '%s, %d cores, %s, commit %s\n' "$(uname -sr)" "$(nproc)" "$("$JAVA" -version 2>&1 | sed -n 2p)" \
    "$(git -C "$ROOT" describe --always --dirty 2>/dev/null || echo unknown)"
}

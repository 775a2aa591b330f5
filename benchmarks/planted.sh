# shellcheck shell=bash
# planted.sh - a small service under a constant rate of requests, whose cost can be made higher by a known share; sourced,
# not run. It answers after $MILLIS and has $RATE requests per second over $CONNECTIONS connections.

# At evenly spaced times: the closed model with a constant delay keeps the phases of its requests, and whether they are
# answered one by one or in bunches then decides what one costs.
RATE=4000
readonly PORT=17480 CONNECTIONS=400
# After so long it answers: a generator's lag counts for little beside that.
readonly MILLIS=50
readonly JVM_WARMUP_SECONDS=20
# Of the constant rate before anything is read.
readonly LEAD_SECONDS=5
readonly CALIBRATION_SECONDS=15

compile_planted() {
  "$JAVA_HOME/bin/javac" -d "$WORK" "$ROOT/scripts/planted/PlantedServer.java"
}

# begin_planted SECONDS: the service, warm and on the last core, and that many seconds of load on it, from the first core;
# their PIDs are in $PLANTED_PID and $LOAD_PID.
begin_planted() {
  local URL=http://127.0.0.1:$PORT/ load=(-t1 -c "$CONNECTIONS" -R "$RATE")
  (($(nproc) > 1)) || die 1 "the generator and the server need a core each"
  background "$JAVA" -Xms1g -Xmx1g -XX:+AlwaysPreTouch -XX:+UseG1GC -XX:ActiveProcessorCount=1 \
    -Dsun.net.httpserver.maxIdleConnections=2000 -cp "$WORK" PlantedServer "$PORT" none 0 "$MILLIS" >"$WORK/planted.log" 2>&1
  PLANTED_PID=$STARTED_PID
  wait_for "$URL" "$PLANTED_PID"
  "${LOADGEN[@]}" "$URL" "${load[@]}" -d "${JVM_WARMUP_SECONDS}s" --cold >/dev/null 2>"$WORK/loadgen.log" || generator_failed
  hold $(($(nproc) - 1)) "$PLANTED_PID"
  rm -rf "$WORK/load"
  : >"$WORK/loadgen.log"
  background taskset -c 0 "${LOADGEN[@]}" "$URL" "${load[@]}" -d $((LEAD_SECONDS + $1 + 2))s --out "$WORK/load" \
    >/dev/null 2>"$WORK/loadgen.log"
  LOAD_PID=$STARTED_PID
  # It connects when it has warmed itself up.
  until grep -q 'connections made' "$WORK/loadgen.log"; do
    kill -0 "$LOAD_PID" 2>/dev/null || generator_failed
    sleep 0.1
  done
  sleep "$LEAD_SECONDS"
}

end_planted() {
  wait "$LOAD_PID" || generator_failed
  end_background
}

# calibrate: what a request and a thousand steps of arithmetic cost here and now, in $REQUEST_NS and $STEPS_NS; says so.
calibrate() {
  local cpu
  begin_planted "$CALIBRATION_SECONDS"
  cpu=$(cpu_us "$PLANTED_PID")
  sleep "$CALIBRATION_SECONDS"
  cpu=$(($(cpu_us "$PLANTED_PID") - cpu))
  end_planted
  REQUEST_NS=$(last_phase "1000 * $cpu / ($CALIBRATION_SECONDS * .throughput_rps) | floor")
  STEPS_NS=$(taskset -c $(($(nproc) - 1)) "$JAVA" -cp "$WORK" PlantedServer time)
  log "a request costs $REQUEST_NS ns of CPU, a thousand steps of arithmetic $STEPS_NS ns"
}

# steps_of PERCENT: so many steps cost that share of a request.
steps_of() {
  echo $(($1 * 10 * REQUEST_NS / STEPS_NS))
}

# table_head COLUMN...: the head of a table in Markdown, and of the file $CSV unless it is there already.
table_head() {
  local IFS=,
  [[ -z $CSV || -s $CSV ]] || echo "$*" >"$CSV"
  printf '| %s ' "$@" && echo '|'
  printf '| --- %.0s' "$@" && echo '|'
}

# table_row VALUE...: a line of that table.
table_row() {
  local fields
  fields=$(printf ',"%s"' "$@")
  [[ -z $CSV ]] || echo "${fields:1}" >>"$CSV"
  printf '| %s ' "$@" && echo '|'
}

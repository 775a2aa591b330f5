#!/usr/bin/env bash
# test-compose.sh - tests the tiers as containers: builds the images, checks health and restrictions, measures them
# (one of `--profile all` among them), and kills one container and stops the engine in the middle of a sweep.
# NEEDS: a container engine and compose; without them it says what is missing and passes.  OVERHEAD: 4 minutes.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Ports other than the defaults, which the user's own containers may have.
export COMPOSE_PROJECT_NAME=tierbench-test ECHO_PORT=15981 TOMCAT_PORT=15980 NETTY_PORT=15982 FLOOR_PORT=15984
readonly OUR_PORTS="( sport = :$ECHO_PORT or sport = :$TOMCAT_PORT or sport = :$NETTY_PORT or sport = :$FLOOR_PORT )"
readonly HEALTHY_SECONDS=60
readonly QUICK=(--tiers compose --trials 1 --measure 3s --repeat-noisy 0)

skip() {
  log "test-compose: SKIPPED: $*"
  exit 0
}

finish() {
  docker_answers && compose --profile all down --timeout 5 >/dev/null 2>&1
  [[ -z ${OUT:-} ]] || rm -rf "$OUT"
}

# await_healthy NUMBER: waits until that many containers are healthy.
await_healthy() {
  local i
  for ((i = 0; i < HEALTHY_SECONDS; i++)); do
    (($(ours --filter health=healthy | wc -l) == $1)) && return
    sleep 1
  done
  compose ps >&2
  die 1 "the containers were not healthy within $HEALTHY_SECONDS s"
}

# ours OPTION...: the ids of the project's containers.
ours() {
  docker ps --quiet --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" "$@"
}

container() {
  docker ps --all --quiet --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" \
    --filter "label=com.docker.compose.service=$1"
}

locked_down() {
  local id expected="10001:10001 true [ALL] [] [no-new-privileges:true] host map[]" found
  for id in $(ours); do
    found=$(docker inspect --format '{{.Config.User}} {{.HostConfig.ReadonlyRootfs}}
      {{.HostConfig.CapDrop}} {{or .HostConfig.CapAdd "[]"}} {{.HostConfig.SecurityOpt}}
      {{.HostConfig.NetworkMode}} {{.HostConfig.PortBindings}}' "$id" | tr -s ' \n' ' ')
    [[ $found == "$expected " || $found == "$expected" ]] ||
      die 1 "container $id is not locked down: $found, not $expected"
  done
  if ss -Hltn "$OUR_PORTS" |
    awk '{print $4}' | grep -v '^\(127\.0\.0\.1\|\[::ffff:127\.0\.0\.1\]\):'; then
    die 1 "a tier listens beyond loopback"
  fi
}

# refused PATTERN SWEEP-OPTION...: expects a sweep to end at once with a message that matches.
refused() {
  local pattern=$1 output
  shift
  output=$("$ROOT/scripts/sweep.sh" "${QUICK[@]}" --levels 5 "$@" --out "$OUT" 2>&1) && die 1 "not refused: $*"
  grep -q "$pattern" <<<"$output" || die 1 "no '$pattern' in: $output"
}

# Measures one server of the profile beside the servers that run without it.
measured() {
  local run code=0 port i
  "$ROOT/scripts/sweep.sh" "${QUICK[@]}" --levels 5 --servers tomcat,floor --settle 2s --warmup-cap 3s --warmup-top-cap 0s --name containers --out "$OUT" || code=$?
  # Exit code 1 may also be a rule that a busy host broke; faults and failed requests are checked below.
  ((code <= 1)) || die 1 "the sweep ended with exit code $code"
  run=$(echo "$OUT"/*-containers)
  "$ROOT/scripts/assert-run.sh" "$run" 2
  (($(grep -c '"image_id" : "sha256:' "$run/manifest.json") == 3)) || die 1 "the manifest lacks containers"
  (($(grep -c '"network" : "host"' "$run/manifest.json") == 3)) || die 1 "the manifest lacks the network"
  grep -q '"name" : "cgroup_cpu"' "$run"/trials/01-*/steps/concurrency=0005/checks.json || die 1 "no cgroup check"
  grep -q 'Started TomcatServer' "$run"/trials/01-*/server.log || die 1 "the server's log was not kept"
  for port in "$TOMCAT_PORT" "$NETTY_PORT" "$FLOOR_PORT"; do
    for ((i = 0; i < HEALTHY_SECONDS; i++)); do
      "$ROOT/docker/healthy.sh" "$port" 2>/dev/null && continue 2
      sleep 1
    done
    die 1 "the server on port $port does not run again after the sweep"
  done
}

# Tests the programs that need no JDK on the host: the generator, and the observer of a JVM in another container.
profiles() {
  local service=observer profile=trace
  if (($(docker version --format '{{.Server.Version}}' | cut -d. -f1) < 23)); then
    service=observer-old-engine profile=trace-old-engine
  fi
  compose --profile load run --rm -T loadgen "http://127.0.0.1:$TOMCAT_PORT/sleep" \
    --concurrency 5 --phases measure=2s >"$OUT/load.txt" 2>&1 || die 1 "the load container: $(tail "$OUT/load.txt")"
  # Exit code 1 is a host that allows no tracing; names and roles must exist even so.
  compose --profile "$profile" run --rm -T "$service" threads --port "$TOMCAT_PORT" --seconds 1 \
    >"$OUT/side-car.txt" 2>&1 || (($? == 1)) || die 1 "the side-car: $(tail "$OUT/side-car.txt")"
  grep -q '^acceptor ' "$OUT/side-car.txt" || die 1 "the side-car joined no names: $(tail "$OUT/side-car.txt")"
  compose --profile "$profile" run --rm -T --entrypoint sh "$service" -c \
    'bpftrace --version && perf --version && pidstat -V && env kill -l' >"$OUT/tools.txt" 2>&1 ||
    die 1 "the side-car lacks a tool: $(tail -n 3 "$OUT/tools.txt")"
}

# disturbed NAME COMMAND...: runs a sweep of netty at two levels, with the command in its first step.
disturbed() {
  local name=$1 pid began
  shift
  "$ROOT/scripts/sweep.sh" "${QUICK[@]}" --levels 5,20 --servers netty --no-verify --settle 5s --warmup-cap 1s --warmup-top-cap 0s \
    --name "$name" --out "$OUT" >"$OUT/$name.log" 2>&1 &
  pid=$!
  until compgen -G "$OUT/*-$name/trials/01-*/steps/concurrency=0005/loadgen.log" >/dev/null; do
    kill -0 "$pid" 2>/dev/null || die 1 "the sweep ended early: $(cat "$OUT/$name.log")"
    sleep 0.2
  done
  sleep 2
  began=$SECONDS
  "$@" >/dev/null
  wait "$pid" && die 1 "the sweep passed although: $*"
  log "test-compose: the sweep ended $((SECONDS - began)) s after: $*"
  ((SECONDS - began < 60)) || die 1 "the sweep hung: $(cat "$OUT/$name.log")"
  grep -q '"name" : "fault"' "$OUT"/*-"$name"/trials/01-*/steps/concurrency=0005/checks.json ||
    die 1 "the step was not failed: $(cat "$OUT/$name.log")"
}

one_killed() {
  disturbed killed docker kill "$(container netty-server)"
  grep -q 'ended by signal 9' "$OUT"/*-killed/trials/01-*/steps/concurrency=0005/checks.json ||
    die 1 "the step does not record the kill: $(cat "$OUT/killed.log")"
  grep -q '"name" : "fault"' "$OUT"/*-killed/trials/01-*/steps/concurrency=0020/checks.json &&
    die 1 "the step after the kill was not measured: $(cat "$OUT/killed.log")"
  return 0
}

nothing_left() {
  compose --profile all down --timeout 5 2>/dev/null
  [[ -z $(docker ps --all --quiet --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME") ]] ||
    die 1 "containers are left"
  [[ -z $(ss -Hltn "$OUR_PORTS") ]] ||
    die 1 "a port of the containers is still taken"
}

# Stops the engine only when with-engine.sh started it; it is not started again.
engine_stopped() {
  if [[ -z ${TIERBENCH_ENGINE_PID:-} ]]; then
    log "test-compose: SKIPPED: stopping the engine in a sweep, for the engine is not ours"
    return
  fi
  compose up -d 2>/dev/null
  await_healthy 3
  disturbed stopped kill -TERM "$TIERBENCH_ENGINE_PID"
  log "test-compose: a sweep ends when its engine does"
}

usage() {
  cat <<'TEXT'
Usage: ./scripts/test-compose.sh
Builds the images, starts the tiers as containers and measures them as processes are measured. Without an engine or a
base image it says what is missing and tests nothing.
Example: ./scripts/with-engine.sh ./scripts/test-compose.sh
TEXT
}

main() {
  case ${1:-} in
    "") ;;
    -h | --help) usage && return ;;
    *) usage >&2 && return 2 ;;
  esac
  docker_answers || skip "no container engine answers: $ENGINE_SILENCE"
  (compose version) >/dev/null 2>&1 || skip "there is no compose"
  command -v ss >/dev/null || skip "ss is missing (apt-get install iproute2)"
  base_image || skip "$BASE_IMAGE_MISSING"
  find_jdk
  ensure_built
  OUT=$(mktemp -d)
  trap finish EXIT
  compose --profile all config -q
  compose -f docker-compose.yml -f docker-compose.bridge.yml --profile all config -q
  DATABASE_PASSWORD=any compose -f docker-compose.database.yml --profile all config -q
  refused 'there are no containers of tiers; make them: docker compose up -d' --servers tomcat,netty
  compose build echo-server tomcat-server netty-server netty-floor >"$OUT/build.log" 2>&1 ||
    die 1 "the images do not build: $(tail -n 20 "$OUT/build.log")"
  compose up -d 2>/dev/null
  refused 'no container of .*netty-floor.*; make them: docker compose --profile all up -d' --servers all
  compose --profile all up -d netty-floor 2>/dev/null
  await_healthy 4
  locked_down
  measured
  profiles
  one_killed
  nothing_left
  engine_stopped
  log "test-compose: passed"
}

main "$@"

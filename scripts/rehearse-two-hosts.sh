#!/usr/bin/env bash
# rehearse-two-hosts.sh - runs a mini-sweep with generator, server and echo tier in a network namespace each, joined
# by veth with a delay.
# NEEDS: root, iproute2 with tc and netem, a JDK >= 21.  OVERHEAD: none outside the namespaces.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly NET=10.77.0
readonly HOSTS=(load server echo)
WELL=false

usage() {
  cat <<'TEXT'
Usage: ./scripts/rehearse-two-hosts.sh [--delay 0.2ms] [--keep] [SWEEP-OPTION...]
  --delay  delay of the network, one way and for each host; default 0.2ms
  --keep   keeps the run folder under results/; else it is removed after success
Example: sudo ./scripts/rehearse-two-hosts.sh --levels 5,20,100
TEXT
}

finish() {
  local host
  for host in "${HOSTS[@]}"; do
    ip netns del "tb-$host" 2>/dev/null || true
  done
  ip netns del tb-switch 2>/dev/null || true
  if $WELL; then
    [[ -z ${OUT:-} ]] || rm -rf "$OUT"
  elif [[ -n ${OUT:-} ]]; then
    log "rehearse: the run is kept in $OUT"
  fi
}

# cable HOST NUMBER DELAY: connects a namespace with one address to the switch.
cable() {
  local host=tb-$1 number=$2 delay=$3
  ip netns add "$host"
  ip link add "p$number" netns tb-switch type veth peer name eth0 netns "$host"
  ip -n tb-switch link set "p$number" master switch up
  ip -n "$host" addr add "$NET.$number/24" dev eth0
  ip -n "$host" link set lo up
  ip -n "$host" link set eth0 up
  ip netns exec "$host" tc qdisc add dev eth0 root netem delay "$delay" limit 100000 2>/dev/null || delayed=false
}

network() {
  local delay=$1
  ip netns add tb-switch
  ip -n tb-switch link add switch type bridge
  ip -n tb-switch link set switch up
  cable load 1 "$delay"
  cable server 2 "$delay"
  cable echo 3 "$delay"
  $delayed || log "rehearse: this kernel has no netem: the hosts are joined without a delay"
  ip netns exec tb-load ping -c 3 -i 0.2 -q "$NET.2" 2>/dev/null | tail -n 1 >&2 || true
}

main() {
  local delay=0.2ms keep=false delayed=true run
  while (($#)); do
    case $1 in
      --delay)
        (($# > 1)) || die 2 "--delay needs a time; see --help"
        delay=$2
        shift
        ;;
      --keep) keep=true ;;
      -h | --help)
        usage
        return
        ;;
      *) break ;;
    esac
    shift
  done
  ((EUID == 0)) || die 1 "network namespaces need root: sudo $0"
  command -v tc >/dev/null || die 1 "tc is missing: apt-get install iproute2"
  [[ ! -e /run/netns/tb-switch ]] || die 1 "a rehearsal is under way (ip netns del tb-switch, if not)"
  find_jdk
  ensure_built
  trap finish EXIT
  network "$delay"
  if $keep; then
    run=$ROOT/results
  else
    OUT=$(mktemp -d)
    run=$OUT
  fi
  (($#)) || set -- --levels 5,20,100 --measure 5s --warmup-cap 40s
  # The sweep runs in the generator's namespace and starts the other tiers in theirs. `ip netns exec` gives it a
  # /sys of its own, in which tracefs is not mounted.
  ip netns exec tb-load sh -c 'mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null || true; exec "$@"' sh \
    "$ROOT/scripts/sweep.sh" --tiers local --trials 1 --name two-hosts --out "$run" \
    --place "server=$NET.2@tb-server,echo=$NET.3@tb-echo" "$@"
  WELL=true
  log "rehearse: the hosts go now"
}

main "$@"

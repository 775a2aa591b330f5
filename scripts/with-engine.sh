#!/usr/bin/env bash
# with-engine.sh - runs a command with a container engine: the running one, or one that it installs, starts and later
# ends by its process id. When no engine can be started, the command runs without one.
# NEEDS: nothing; to start an engine: root, and Debian's packages to install one.  OVERHEAD: 150 MB.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly START_SECONDS=30

usage() {
  cat <<'TEXT'
Usage: ./scripts/with-engine.sh COMMAND [ARGUMENT...]
TIERBENCH_ENGINE_PID holds the process id of an engine that this script started.
Example: sudo ./scripts/with-engine.sh ./scripts/test.sh --all
TEXT
}

finish() {
  # The command may have ended the engine, and another process have its number since.
  if [[ -n ${ENGINE_PID:-} && $(cat "/proc/$ENGINE_PID/comm" 2>/dev/null) == dockerd ]] && kill -TERM "$ENGINE_PID"; then
    for ((i = 0; i < 200; i++)); do
      kill -0 "$ENGINE_PID" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$ENGINE_PID" 2>/dev/null && log "with-engine: the engine had to be killed"
  fi
  if [[ -n ${FOLDER:-} ]]; then
    # The mount of the host's network, which an engine leaves when it is ended in the middle of its work.
    umount "$FOLDER/exec/netns/default" 2>/dev/null || true
    rm -rf --one-file-system "$FOLDER" || log "with-engine: $FOLDER could not be removed"
  fi
}

# start_engine OPTION...: starts an engine whose files are all in $FOLDER.
start_engine() {
  dockerd --host "unix://$FOLDER/docker.sock" --data-root "$FOLDER/data" --exec-root "$FOLDER/exec" \
    --pidfile "$FOLDER/docker.pid" "$@" >>"$FOLDER/dockerd.log" 2>&1 &
  ENGINE_PID=$!
  for ((i = 0; i < START_SECONDS; i++)); do
    sleep 1
    kill -0 "$ENGINE_PID" 2>/dev/null || break
    if docker_answers; then
      return 0
    fi
  done
  kill -TERM "$ENGINE_PID" 2>/dev/null || true
  wait "$ENGINE_PID" || true
  ENGINE_PID=""
  return 1
}

# Starts an engine, or says why it cannot.
own_engine() {
  if ((EUID != 0)); then
    log "with-engine: no engine answers ($ENGINE_SILENCE), and only root can start one"
    return
  fi
  if ! command -v dockerd >/dev/null || ! command -v debootstrap >/dev/null; then
    "$ROOT/scripts/setup.sh" engine || {
      log "with-engine: no engine could be installed"
      return
    }
    # The package of a host with systemd starts its own.
    if docker_answers; then
      return
    fi
  fi
  FOLDER=$(mktemp -d)
  export DOCKER_HOST=unix://$FOLDER/docker.sock
  # The second try is for kernels and file systems without the features that the first needs.
  if start_engine || start_engine --iptables=false --bridge=none --storage-driver=vfs; then
    export TIERBENCH_ENGINE_PID=$ENGINE_PID
    log "with-engine: started engine $(docker version --format '{{.Server.Version}}'), process $ENGINE_PID"
  else
    log "with-engine: the engine did not start: $(tail -n 1 "$FOLDER/dockerd.log")"
    unset DOCKER_HOST
  fi
}

main() {
  case ${1:-} in
    -h | --help)
      usage
      return
      ;;
    "")
      usage >&2
      return 2
      ;;
  esac
  trap finish EXIT
  docker_answers || own_engine
  "$@"
}

main "$@"

#!/usr/bin/env bash
# play-hosts.sh - plays several hosts on one machine. Each has its own network, name, mounts and /run. The measured
# hosts also have an sshd and a container engine; the controller's host has its own process ids and monotonic clock.
# NEEDS: root; iproute2, openssh-server, docker.io, procps.  OVERHEAD: 100 MB of memory for each engine.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly NET=10.78.0
# Last part of each host's IP address.
readonly -A NUMBER=([load]=1 [server]=2 [echo]=3 [load2]=4)
readonly CLOCK_AHEAD_SECONDS=100000
readonly START_SECONDS=30
readonly END_SECONDS=10

usage() {
  cat <<'TEXT'
Usage: ./scripts/play-hosts.sh up DIR [--generators 2] [--no-engine HOST]...
       ./scripts/play-hosts.sh exec DIR HOST COMMAND [ARGUMENT...]
       ./scripts/play-hosts.sh fault DIR HOST sshd | engine | network SECONDS
       ./scripts/play-hosts.sh repair DIR HOST sshd | engine
       ./scripts/play-hosts.sh down DIR
  up      makes the hosts load (the controller's), server and echo, and prints them. DIR is new or empty; it
          gets their keys, logs and images
          --generators 2    also makes load2, a second host for a generator
          --no-engine HOST  gives that host an sshd only
  exec    runs a command on a host. On load, ssh knows the other hosts by name and by address, docker has
          a context tb-HOST for each engine, and its default context is the engine of this machine. When
          the command ends, everything that it started is ended too.
  fault   kills the host's sshd with its sessions, or its engine; or unplugs its network for some seconds
  repair  starts the sshd or the engine again
  down    ends the hosts and everything that runs on them, and removes their files from DIR
Example: sudo ./scripts/play-hosts.sh up /tmp/hosts
         sudo ./scripts/play-hosts.sh exec /tmp/hosts load docker --context tb-server ps
         sudo ./scripts/play-hosts.sh down /tmp/hosts
TEXT
}

usage_error() {
  usage >&2
  exit 2
}

check_tools() {
  local needed tools=(ip:iproute2 unshare:util-linux pgrep:procps hostname:hostname ssh:openssh-client sshd:openssh-server)
  ((${#ENGINES[@]} == 0)) || tools+=(docker:docker.io dockerd:docker.io)
  for needed in "${tools[@]}"; do
    command -v "${needed%:*}" >/dev/null || die 1 "${needed%:*} is missing: apt-get install ${needed#*:}"
  done
  [[ -e /proc/self/ns/time ]] || die 1 "this kernel has no time namespaces; Linux has them since 5.6"
}

# await SECONDS COMMAND...: waits until the command succeeds.
await() {
  local end=$((SECONDS + $1))
  until "${@:2}" >/dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# enter HOST: sets ENTER to the words before a command that runs on the host. Variables of the caller's environment
# that name an engine are removed.
enter() {
  ENTER=(nsenter --target "$(<"$DIR/$1/keeper")" --net --uts --mount -- env -C "$PWD"
  -u DOCKER_HOST -u DOCKER_CONTEXT -u SSH_AUTH_SOCK "DOCKER_CONFIG=$DIR/$1/docker")
}

# inside HOST COMMAND...
inside() {
  enter "$1"
  "${ENTER[@]}" "${@:2}"
}

# cable HOST: connects a network namespace with one address to the switch.
cable() {
  local host=tbh-$1 number=${NUMBER[$1]}
  ip netns add "$host"
  ip link add "p$number" netns tbh-switch type veth peer name eth0 netns "$host"
  ip -n tbh-switch link set "p$number" master switch up
  ip -n "$host" addr add "$NET.$number/24" dev eth0
  ip -n "$host" link set lo up
  ip -n "$host" link set eth0 up
}

# keep HOST: starts the process that holds the host's name and mounts.
keep() {
  local keeper
  mkdir -p "$DIR/$1/run"
  setsid nsenter --net="/run/netns/tbh-$1" unshare --uts --mount --propagation private sleep infinity \
    </dev/null >"$DIR/$1/keeper.log" 2>&1 &
  keeper=$!
  disown
  await "$START_SECONDS" unshared "$keeper" || die 1 "no host $1: $(tail -n 1 "$DIR/$1/keeper.log")"
  echo "$keeper" >"$DIR/$1/keeper"
  inside "$1" hostname "$1"
  inside "$1" mount --bind "$DIR/etc-hosts" /etc/hosts
  inside "$1" mount -t tmpfs -o mode=755 tmpfs "$DIR/$1/run"
}

unshared() { [[ -e /proc/$1/ns/mnt && ! /proc/$1/ns/mnt -ef /proc/self/ns/mnt ]]; }

# The controller's host sees the engine socket of this machine; its ~/.ssh is made here.
furnish_controller() {
  local host socket=${DOCKER_HOST:-unix:///run/docker.sock}
  socket=${socket#unix://}
  if [[ -S $socket ]]; then
    inside load touch "$DIR/load/run/docker.sock"
    inside load mount --bind "$(realpath "$socket")" "$DIR/load/run/docker.sock"
  fi
  inside load mount --no-mtab --move "$DIR/load/run" /run
  # ssh looks for it in the home of the password file, whatever HOME is.
  if [[ ! -d ~root/.ssh ]]; then
    touch "$DIR/made-ssh"
    mkdir -m 700 ~root/.ssh
  fi
  inside load mount --bind "$DIR/load/ssh" ~root/.ssh
  for host in "${ENGINES[@]}"; do
    inside load docker context create "tb-$host" --docker "host=ssh://root@$NET.${NUMBER[$host]}" >/dev/null 2>&1 ||
      die 1 "docker makes no context of that name: tb-$host"
  done
}

# furnish HOST: prepares a measured host.
furnish() {
  local mount
  inside "$1" mount --no-mtab --move "$DIR/$1/run" /run
  inside "$1" mkdir /run/sshd
  # Without PAM, sshd refuses a root whose password is locked.
  inside "$1" mount --bind "$DIR/shadow" /etc/shadow
  for mount in tracefs:/sys/kernel/tracing debugfs:/sys/kernel/debug; do
    inside "$1" mountpoint -q "${mount#*:}" || inside "$1" mount -t "${mount%:*}" none "${mount#*:}" || true
  done
}

keys_and_names() {
  local host ssh=$DIR/load/ssh
  mkdir -p "$ssh"
  ssh-keygen -q -t ed25519 -N '' -C tierbench -f "$ssh/id_ed25519"
  cat >"$ssh/config" <<TEXT
Host *
  User root
  IdentityFile $ssh/id_ed25519
  IdentitiesOnly yes
  UserKnownHostsFile $ssh/known_hosts
  StrictHostKeyChecking yes
  BatchMode yes
  ConnectTimeout 10
  ControlMaster auto
  ControlPersist 60
  ControlPath /run/ssh-%C
TEXT
  echo 'root:*:19000:0:99999:7:::' >"$DIR/shadow"
  echo '127.0.0.1 localhost' >"$DIR/etc-hosts"
  for host in load "${MEASURED[@]}"; do
    echo "$NET.${NUMBER[$host]} $host" >>"$DIR/etc-hosts"
  done
}

# start_sshd HOST
start_sshd() {
  local folder=$DIR/$1 address=$NET.${NUMBER[$1]}
  if [[ ! -e $folder/host_key ]]; then
    ssh-keygen -q -t ed25519 -N '' -C "$1" -f "$folder/host_key"
    echo "$1,$address $(<"$folder/host_key.pub")" >>"$DIR/load/ssh/known_hosts"
    cat >"$folder/sshd_config" <<TEXT
ListenAddress $address
HostKey $folder/host_key
PidFile $folder/sshd.pid
AuthorizedKeysFile $DIR/load/ssh/id_ed25519.pub
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PermitUserRC no
MaxStartups 200
MaxSessions 200
SetEnv DOCKER_CONFIG=$folder/docker
TEXT
  fi
  rm -f "$folder/sshd.pid"
  inside "$1" "$(command -v sshd)" -f "$folder/sshd_config" -E "$folder/sshd.log" </dev/null
  await "$START_SECONDS" test -s "$folder/sshd.pid" || die 1 "no sshd on $1: $(tail -n 1 "$folder/sshd.log")"
}

# start_engine HOST: does not wait for the engine. Its sockets are under /run, because their paths have to be short.
start_engine() {
  cat >"$DIR/$1/daemon.json" <<TEXT
{
  "data-root": "$DIR/$1/data", "exec-root": "/run/docker", "pidfile": "/run/docker.pid",
  "hosts": ["unix:///run/docker.sock"], "bridge": "none", "iptables": false,
  "exec-opts": ["native.cgroupdriver=cgroupfs"], "cgroup-parent": "/tbh-$1"
}
TEXT
  # A killed engine leaves its pid file behind, and may still be a zombie.
  inside "$1" rm -f /run/docker.pid /run/docker/containerd/containerd.pid
  enter "$1"
  "${ENTER[@]}" setsid dockerd --config-file "$DIR/$1/daemon.json" </dev/null >>"$DIR/$1/dockerd.log" 2>&1 &
  disown
}

# await_engine HOST
await_engine() {
  await "$START_SECONDS" inside "$1" timeout 5 docker version ||
    die 1 "no engine on $1: $(tail -n 1 "$DIR/$1/dockerd.log")"
}

# Sets MEASURED and ENGINES, the measured hosts and those with an engine.
up_options() {
  local host without=" "
  MEASURED=(server echo)
  ENGINES=()
  while (($#)); do
    case $1:${2:-} in
      --generators:1) ;;
      --generators:2) MEASURED+=(load2) ;;
      --no-engine:server | --no-engine:echo | --no-engine:load2) without+="$2 " ;;
      *) usage_error ;;
    esac
    shift 2
  done
  for host in "${MEASURED[@]}"; do
    [[ $without == *" $host "* ]] || ENGINES+=("$host")
  done
}

up() {
  local host
  up_options "$@"
  check_tools
  [[ -z $(ls -A "$DIR" 2>/dev/null) ]] || die 1 "$DIR is not empty"
  ip netns add tbh-switch 2>/dev/null || die 1 "there are hosts of a rehearsal already: $0 down THEIR-DIR"
  mkdir -p "$DIR"
  touch "$DIR/rehearsal"
  trap down EXIT
  keys_and_names
  ip -n tbh-switch link add switch type bridge
  ip -n tbh-switch link set switch up
  for host in load "${MEASURED[@]}"; do
    cable "$host"
    keep "$host"
  done
  for host in "${MEASURED[@]}"; do
    furnish "$host"
    start_sshd "$host"
    [[ " ${ENGINES[*]} " != *" $host "* ]] || start_engine "$host"
  done
  furnish_controller
  for host in "${ENGINES[@]}"; do
    await_engine "$host"
  done
  trap - EXIT
  for host in load "${MEASURED[@]}"; do
    printf '%-7s %s.%s  %s\n' "$host" "$NET" "${NUMBER[$host]}" "$(services "$host")"
  done
}

# services HOST: prints the services of a host in words.
services() {
  if [[ $1 == load ]]; then
    echo "the controller"
  elif [[ -e $DIR/$1/daemon.json ]]; then
    echo "ssh, context tb-$1: engine $(inside "$1" docker info --format '{{.ServerVersion}} with {{.Driver}}')"
  else
    echo "ssh"
  fi
}

# await_child PID COMMAND: waits for the child, and returns its exit code. A signal to this shell runs the
# command, and the wait goes on.
await_child() {
  # shellcheck disable=SC2064
  trap "$2" HUP INT TERM
  while kill -0 "$1" 2>/dev/null; do
    wait "$1"
  done
  wait "$1"
}

# exec_on_load COMMAND...: runs it as a child of the first process of a PID namespace, which reaps what the
# command leaves. unshare blocks signals, so they are sent to the child; killing it or this shell kills the namespace.
exec_on_load() {
  local init
  # A background child of bash ignores SIGINT and SIGQUIT.
  init="$(declare -f await_child)
    env --default-signal=INT,QUIT \"\$@\" <&0 &
    await_child \$! \"kill -TERM \$! 2>/dev/null\""
  enter load
  set +e
  setpriv --pdeathsig KILL "${ENTER[@]}" unshare --pid --fork --kill-child --mount-proc \
    --time --monotonic "$CLOCK_AHEAD_SECONDS" bash -c "$init" bash "$@" <&0 &
  await_child $! "pkill -TERM -P $!"
}

# exec_on HOST COMMAND...
exec_on() {
  if [[ $1 == load ]]; then
    exec_on_load "${@:2}"
  else
    enter "$1"
    exec "${ENTER[@]}" "${@:2}"
  fi
}

# fault HOST KIND [SECONDS]
fault() {
  case $2:$# in
    sshd:2) kill_all "$1" named 'sshd.*' ;;
    engine:2) kill_all "$1" named 'dockerd|containerd' ;;
    network:3)
      # The switch's end of the cable: the host keeps its address and its routes.
      PORT=p${NUMBER[$1]}
      trap 'ip -n tbh-switch link set "$PORT" up; kill "$!" 2>/dev/null || true' EXIT
      ip -n tbh-switch link set "$PORT" down
      sleep "$3" &
      wait $!
      ;;
    *) usage_error ;;
  esac
}

# repair HOST KIND
repair() {
  case $2:$# in
    sshd:2) start_sshd "$1" ;;
    engine:2)
      start_engine "$1"
      await_engine "$1"
      ;;
    *) usage_error ;;
  esac
}

# named HOST PATTERN: the host's processes whose name matches.
named() { pids_in "tbh-$1" "$2"; }

# all_of HOST: the host's processes and their descendants; a container may have its own network namespace.
all_of() {
  local pids
  pids=$(ip netns pids "tbh-$1")
  while [[ -n $pids ]]; do
    echo "$pids"
    pids=$(pgrep -P "${pids//$'\n'/,}") || true
  done
}

# kill_all HOST LISTING [ARGUMENT]: kills the processes that the function LISTING prints, until it prints none.
kill_all() {
  local pids end=$((SECONDS + END_SECONDS))
  while pids=$("$2" "$1" "${@:3}") && [[ -n $pids ]]; do
    ((SECONDS < end)) || die 1 "processes of $1 do not end: ${pids//$'\n'/ }"
    # shellcheck disable=SC2086
    kill -KILL $pids 2>/dev/null || true
    sleep 0.1
  done
}

# remove_cgroups HOST: removes the control groups that a killed engine leaves for its containers.
remove_cgroups() {
  local parent
  for parent in /sys/fs/cgroup/{,*/}"tbh-$1"; do
    [[ ! -d $parent ]] || await "$END_SECONDS" find "$parent" -depth -type d -exec rmdir {} + ||
      log "play-hosts: $parent could not be removed"
  done
}

down() {
  local host
  [[ -e $DIR/rehearsal ]] || return 0
  for host in "${!NUMBER[@]}"; do
    if [[ -e /run/netns/tbh-$host ]]; then
      # First the processes that would start others.
      kill_all "$host" named 'dockerd|containerd'
      kill_all "$host" all_of
      ip netns del "tbh-$host"
    fi
    remove_cgroups "$host"
    rm -rf --one-file-system "${DIR:?}/$host"
  done
  [[ ! -e /run/netns/tbh-switch ]] || ip netns del tbh-switch
  [[ ! -e $DIR/made-ssh ]] || rmdir --ignore-fail-on-non-empty ~root/.ssh
  rm -f "$DIR"/{shadow,etc-hosts,made-ssh,rehearsal}
  rmdir --ignore-fail-on-non-empty "$DIR"
}

main() {
  local command=${1:-}
  case $command in
    -h | --help)
      usage
      return
      ;;
    up | exec | fault | repair | down) (($# > 1)) || usage_error ;;
    *) usage_error ;;
  esac
  ((EUID == 0)) || die 1 "the hosts need root: sudo $0"
  DIR=$(realpath -m "$2")
  [[ $DIR =~ ^/[[:alnum:]/._+-]+$ ]] || die 2 "the folder's name may have letters, digits and ._+- only: $DIR"
  case $command in
    up) up "${@:3}" ;;
    down) down ;;
    *)
      (($# > 3)) || usage_error
      [[ -e $DIR/$3/keeper ]] || die 2 "there is no host $3 in $DIR"
      "${command/exec/exec_on}" "${@:3}"
      ;;
  esac
}

main "$@"

#!/usr/bin/env bash
# setup.sh - installs what tierbench needs through the system's package manager (Debian, Ubuntu).
# NEEDS: apt-get; asks for sudo when not root.  OVERHEAD: none.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

REFRESHED=false
# Where Debian's daemons are; the PATH of its users leaves it out.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

usage() {
  local name
  name=$(called setup)
  cat <<TEXT
Usage: $name run|database|test|benchmark|engine
  run        installs what a sweep needs: JDK, Maven, git, util-linux, procps, bpftrace, perf, pidstat; mounts tracefs.
             An unpacked archive needs no Maven and no git, and takes this without being told
  database   run, and PostgreSQL's programs for --downstream postgres. No cluster of the system is made or started
  test       database, and what test.sh needs: shellcheck, shfmt, npm, chromium, curl, ansible-core
  benchmark  test, jq, python3, strace, stress-ng, iproute2, and the peers of the benchmarks: wrk, nginx with its echo
             module, ab, h2load
  engine     a container engine with compose, debootstrap for a base image without a registry, and sshd (which
             Debian starts) for a rehearsal of several hosts
Only missing packages are installed, and each is named.
Example: $name run
TEXT
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die 1 "root is needed for: $*  (and there is no sudo)"
  fi
}

# want COMMAND PACKAGE...: when the command is missing, notes the first package that exists; distributions use different
# names.
want() {
  local package
  command -v "$1" >/dev/null && return
  for package in "${@:2}"; do
    if (($# == 2)) || is_package "$package"; then
      missing+=("$package")
      return
    fi
  done
  log "setup: no package of $1 here (${*:2}): install it in another way"
}

is_package() {
  refresh
  [[ -n $(apt-cache search --names-only "^$1\$" 2>/dev/null) ]]
}

# Runs once: a fresh system knows no packages.
refresh() {
  if ! $REFRESHED && command -v apt-get >/dev/null; then
    as_root apt-get update -qq
  fi
  REFRESHED=true
}

# mount_tracefs: the kernel's tracepoints are read through tracefs, which many minimal systems do not mount.
mount_tracefs() {
  if [[ -d /sys/kernel/tracing ]] && ! grep -q ' /sys/kernel/tracing tracefs ' /proc/mounts; then
    log "setup: mounting tracefs on /sys/kernel/tracing"
    (as_root mount -t tracefs tracefs /sys/kernel/tracing) ||
      log "setup: tracefs cannot be mounted here: system calls will not be counted"
  fi
}

newest_jdk_package() {
  local package
  for package in openjdk-25-jdk-headless openjdk-21-jdk-headless; do
    if is_package "$package"; then
      printf '%s\n' "$package"
      return
    fi
  done
  die 1 "no JDK $OLDEST_JAVA or later here, and the package manager offers none: install one, then set JAVA_HOME"
}

has_postgres() {
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null
}

# Debian's package makes a cluster and starts it, unless it is told not to before it is installed. Told once: a file of
# that name is left as it is.
without_main_cluster() {
  local settings=/etc/postgresql-common/createcluster.d/tierbench.conf
  if command -v apt-get >/dev/null && [[ ! -e $settings ]]; then
    log "setup: no cluster of the system is to be made ($settings)"
    as_root mkdir -p "${settings%/*}"
    as_root tee "$settings" >/dev/null <<<'create_main_cluster = false'
  fi
}

main() {
  local missing=() purpose=${1:-}
  if [[ -z $purpose ]] && is_distribution; then
    purpose=run
  fi
  case $purpose in
    run | database | test | benchmark | engine) ;;
    -h | --help)
      usage
      return
      ;;
    *)
      usage >&2
      return 2
      ;;
  esac
  if [[ $purpose == engine ]]; then
    want dockerd docker.io
    want docker docker-cli docker.io
    docker compose version >/dev/null 2>&1 || want docker-compose docker-compose
    want debootstrap debootstrap
    want iptables iptables
    want sshd openssh-server
    want ip iproute2
    want pgrep procps
    want hostname hostname
  else
    is_distribution || want mvn maven
    want setpriv util-linux
    want taskset util-linux
    is_distribution || want git git
    want bpftrace bpftrace
    want perf linux-perf "linux-tools-$(uname -r)" linux-tools-generic
    want pidstat sysstat
    want pgrep procps
  fi
  if [[ $purpose =~ ^(database|test|benchmark)$ ]] && ! has_postgres; then
    missing+=(postgresql)
    without_main_cluster
  fi
  if [[ $purpose == test || $purpose == benchmark ]]; then
    want shellcheck shellcheck
    want shfmt shfmt
    want npm npm
    want chromium chromium chromium-browser
    want curl curl
    want ansible-playbook ansible-core
  fi
  if [[ $purpose == benchmark ]]; then
    want jq jq
    want python3 python3
    want strace strace
    want stress-ng stress-ng
    want ip iproute2
    want wrk wrk
    want ab apache2-utils
    want h2load nghttp2-client
    want nginx nginx-light
    [[ -e /usr/lib/nginx/modules/ngx_http_echo_module.so ]] || missing+=(libnginx-mod-http-echo)
  fi
  [[ $purpose == engine ]] || mount_tracefs
  if [[ $purpose != engine ]] && ! (find_jdk) 2>/dev/null; then
    refresh # not in the substitution, which would forget it
    missing+=("$(newest_jdk_package)")
  fi
  if ((${#missing[@]} == 0)); then
    log "setup: nothing is missing"
    return
  fi
  command -v apt-get >/dev/null ||
    die 1 "no apt-get here; install these with your package manager: ${missing[*]} (Debian's names; docs/install.md has Fedora's)"
  log "setup: installing ${missing[*]}"
  refresh
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

main "$@"

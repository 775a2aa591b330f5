# shellcheck shell=bash
# lib.sh - functions that the other scripts share; sourced, not run.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Time at which the last successful build began; locked by programs that run from its jars.
STAMP=$ROOT/target/built
WANTED=(echo-server server-contract tomcat-server jetty-server netty-server netty-coroutine floor-server tomcat-database netty-database loadgen observer harness report)
readonly OLDEST_JAVA=21

log() { printf '%s\n' "$*" >&2; }

# die CODE MESSAGE: prints one line on stderr and exits with the code.
die() {
  local code=$1
  shift
  log "${TIERBENCH_COMMAND:-$(basename "$0")}: $*"
  exit "$code"
}

# run_main ARGUMENT...: prints the usage of the script for --help, else runs its main.
run_main() {
  case ${1:-} in
    -h | --help) usage ;;
    *) main "$@" ;;
  esac
}

# java_major JAVA: the feature release of a java binary, empty when it does not run.
java_major() {
  local settings
  settings=$("$1" -XshowSettings:properties -version 2>&1) || return 0
  sed -n 's/^ *java\.specification\.version = \(1\.\)\{0,1\}\([0-9]*\).*/\2/p' <<<"$settings"
}

# Sets JAVA_HOME and JAVA to the JDK to use: JAVA_HOME when it is new enough, else the newest of
# the java on the PATH and /usr/lib/jvm/*.
find_jdk() {
  local home major best=0 candidates=()
  if [[ -n ${JAVA_HOME:-} ]]; then
    major=$(java_major "$JAVA_HOME/bin/java")
    if ((${major:-0} >= OLDEST_JAVA)) && [[ -x $JAVA_HOME/bin/javac ]]; then
      use_jdk "$JAVA_HOME"
      return
    fi
    log "JAVA_HOME ($JAVA_HOME) is not a JDK $OLDEST_JAVA or later: looking for another"
  fi
  if home=$(command -v java); then
    candidates+=("$(dirname "$(dirname "$(readlink -f "$home")")")")
  fi
  candidates+=(/usr/lib/jvm/*)
  for home in "${candidates[@]}"; do
    [[ -x $home/bin/javac ]] || continue
    major=$(java_major "$home/bin/java")
    if ((${major:-0} > best)); then
      best=$major
      JAVA_HOME=$home
    fi
  done
  ((best >= OLDEST_JAVA)) ||
    die 1 "no JDK $OLDEST_JAVA or later found (newest: ${best/#0/none}); run: $(called setup) run${SUDO_USER:+, or keep yours: sudo --preserve-env=JAVA_HOME,PATH ...}"
  use_jdk "$JAVA_HOME"
}

use_jdk() {
  export JAVA_HOME=$1
  JAVA=$JAVA_HOME/bin/java
}

# maven ARGUMENT...: Maven in $ROOT, on the JDK that find_jdk chose, quiet about Maven's own libraries.
maven() {
  command -v mvn >/dev/null ||
    die 1 "Maven is missing; run: ./scripts/sweep.sh --setup, or: sudo apt-get install maven"
  local options=()
  if (($(java_major "$JAVA") >= 24)); then
    options=(--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED)
  fi
  (cd "$ROOT" && MAVEN_OPTS="${options[*]} ${MAVEN_OPTS:-}" mvn --batch-mode -Dstyle.color=never "$@")
}

# called PROGRAM: how its user calls it, in a clone or where it is installed.
called() {
  if [[ -n ${TIERBENCH_COMMAND:-} ]]; then
    printf '%s %s\n' "$TIERBENCH_COMMAND" "$1"
  else
    printf './scripts/%s.sh\n' "$1"
  fi
}

# is_distribution: whether this is an unpacked archive of dist.sh, whose jars are there and stay.
is_distribution() {
  [[ -e $ROOT/build.properties ]]
}

# jar_of MODULE: the jar of its program. A module that is a library too has the program in a jar of its own.
jar_of() {
  local jar=$ROOT/$1/target/$1-exec.jar
  if is_distribution; then
    jar=$ROOT/jars/$1.jar
  elif [[ ! -e $jar ]]; then
    jar=$ROOT/$1/target/$1.jar
  fi
  printf '%s\n' "$jar"
}

# version: the version of the project, from its own pom.
version() {
  sed -n '/<artifactId>tierbench</{n;s/.*<version>\(.*\)<.*/\1/p;q}' "$ROOT/pom.xml"
}

# commit: the commit of the sources, shortened; nothing where it is not known.
commit() {
  if is_distribution; then
    sed -n 's/^commit=\(.\{12\}\).*/\1/p' "$ROOT/build.properties"
  else
    git -C "$ROOT" rev-parse --short=12 HEAD 2>/dev/null || true
  fi
}

# ensure_built: builds the jars of $WANTED when a source is newer than the last build. The jars of the suites are built
# only when a script added them to $WANTED, so that a first sweep does not wait for them. Two scripts at once build once.
# Afterwards this script, and the program that it becomes, hold a lock that prevents another build.
ensure_built() {
  is_distribution && return
  # shellcheck disable=SC2119
  is_built || build_once
  # A build that ends while this waits puts another file in the place of the one that is locked.
  until [[ /proc/self/fd/8 -ef $STAMP ]]; do
    exec 8<"$STAMP"
    flock --shared 8
  done
}

build_once() {
  if ! mkdir -p "$ROOT/target" 2>/dev/null || [[ ! -w $ROOT/target ]]; then
    die 1 "tierbench has to be built and $(id -un) may not write to $ROOT/target; as its owner run: ./scripts/sweep.sh --dry-run"
  fi
  exec 9>"$ROOT/target/build.lock"
  flock 9
  # shellcheck disable=SC2119
  if ! is_built; then
    begin_build
    log "building tierbench (about a minute the first time) ..."
    local projects='!architecture'
    if [[ " ${WANTED[*]} " != *' suite-java '* ]]; then
      projects+=',!suite-java,!suite-kotlin,!suite-vintage'
      # The next script that wants them builds them from the sources of that time.
      rm -f "$ROOT"/suite-{java,kotlin,vintage}/target/*.jar
    fi
    # test.sh checks the format and the arrows between modules.
    maven -q -T 1C -Dmaven.test.skip=true -Dspotless.check.skip=true -pl "$projects" package 2>&1 | sed 's/\x1b\[[0-9;]*m//g' >&2 ||
      die 1 "the build failed; see above"
    end_build
  fi
  exec 9>&-
}

# Refuses to build while a program runs: a JVM whose jars are replaced fails in odd ways, or measures a mixture.
begin_build() {
  if [[ -e $STAMP ]]; then
    exec 8<"$STAMP"
    flock --exclusive --nonblock 8 ||
      die 1 "the sources have changed, and a program is running from the jars that a build would replace:" \
        "wait for its end, or build in another folder (git worktree add ../tierbench-2)"
  fi
  mkdir -p "$ROOT/target"
  # The stamp has the time at which the build began, so that a file saved during the build is built the next time.
  touch "$STAMP.new"
}

end_build() {
  mv "$STAMP.new" "$STAMP"
  exec 8>&-
}

# is_built [TEST...]: whether the jars are there and as new as their sources (those that pass the
# tests of find).
# shellcheck disable=SC2120
is_built() {
  [[ -e $STAMP && -z $(newer_sources "$STAMP" "$@") && -z $(missing_jars) ]]
}

missing_jars() {
  local module
  for module in "${WANTED[@]}"; do
    [[ -e $ROOT/$module/target/$module.jar ]] || printf '%s ' "$module"
  done
}

# newer_sources STAMP [TEST...]: the first source newer than the stamp. Deleting a file makes its folder newer.
newer_sources() {
  find "$ROOT" -path '*/target' -prune -o -path "$ROOT/.git" -prune -o -path "$ROOT/results" -prune -o \
    -path "$ROOT/examples" -prune -o \( -path '*/src/main/*' -o -name pom.xml \) -newer "$1" "${@:2}" -print -quit
}

# run_module MODULE ARGUMENT...: builds what is out of date and becomes the module's program.
run_module() {
  local module=$1 jar commit
  shift
  find_jdk
  ensure_built
  jar=$(jar_of "$module")
  commit=$(commit)
  local flags=(-XX:+UseSerialGC -Xms256m -Xmx1g)
  if [[ -t 2 ]]; then
    flags+=(-Dtierbench.terminal=true)
  fi
  if [[ -n $commit ]]; then
    flags+=("-Dtierbench.commit=$commit")
  fi
  if [[ -n ${TIERBENCH_COMMAND:-} ]]; then
    flags+=("-Dtierbench.command=$TIERBENCH_COMMAND")
  fi
  exec "$JAVA" "${flags[@]}" -jar "$jar" "$@"
}

# run_measurement COMMAND ARGUMENT...: becomes that command of the harness. --setup first installs what it needs; without
# another argument nothing else is done.
run_measurement() {
  local command=$1 argument arguments=()
  shift
  for argument in "$@"; do
    [[ $argument == --setup ]] || arguments+=("$argument")
  done
  if ((${#arguments[@]} < $#)); then
    "$ROOT/scripts/setup.sh" run
    ((${#arguments[@]})) || return 0
  fi
  run_module harness "$command" --home "$ROOT" "${arguments[@]}"
}

# pids_in NETNS PATTERN: the processes of a network namespace that have such a name.
pids_in() {
  local pid name
  for pid in $(ip netns pids "$1"); do
    read -r name 2>/dev/null <"/proc/$pid/comm" || continue
    [[ ! $name =~ ^($2)$ ]] || echo "$pid"
  done
}

# docker_answers: whether a container engine answers within 10 s; if not, ENGINE_SILENCE holds the reason.
docker_answers() {
  ENGINE_SILENCE="docker is not on the PATH"
  command -v docker >/dev/null || return 1
  if ENGINE_SILENCE=$(timeout 10 docker version --format '{{.Server.Version}}' 2>&1); then
    return 0
  fi
  ENGINE_SILENCE=${ENGINE_SILENCE##*$'\n'}
  ENGINE_SILENCE=${ENGINE_SILENCE:-"it did not answer within 10 s"}
  return 1
}

# base_image: provides the base image of the Dockerfile, from a registry or built here; fails with the reason in
# BASE_IMAGE_MISSING.
base_image() {
  local tag
  tag=$(compose_setting BASE_IMAGE)
  docker image inspect "$tag" >/dev/null 2>&1 && return
  timeout 300 docker pull -q "$tag" >/dev/null 2>&1 && return
  if ((EUID != 0)) || ! command -v debootstrap >/dev/null; then
    # shellcheck disable=SC2034 # of the caller
    BASE_IMAGE_MISSING="no registry has $tag for us, and to make it takes root and debootstrap"
    return 1
  fi
  "$ROOT/scripts/offline-base-image.sh" && return
  # shellcheck disable=SC2034 # of the caller
  BASE_IMAGE_MISSING="no registry has $tag for us, and offline-base-image.sh failed; see above"
  return 1
}

# compose_setting NAME: a setting of the compose file, from the environment or from .env.
compose_setting() {
  if [[ -n ${!1:-} ]]; then
    printf '%s\n' "${!1}"
  else
    sed -n "s/^$1=//p" "$ROOT/.env"
  fi
}

# compose ARGUMENT...: runs the engine's compose plugin, or docker-compose 1.29.
compose() {
  if docker compose version >/dev/null 2>&1; then
    (cd "$ROOT" && docker compose "$@")
  elif command -v docker-compose >/dev/null; then
    (cd "$ROOT" && docker-compose "$@")
  else
    die 1 "there is no compose: install docker-compose-plugin, or docker-compose"
  fi
}

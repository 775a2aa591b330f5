# shellcheck shell=bash
# repository.sh - a repository of a small service, one of whose commits can be made slower; sourced, not run.

# in_repository ARGUMENT...: git in $WORK/service, without anything of the user's configuration.
in_repository() {
  GIT_CONFIG_GLOBAL=/dev/null git -c user.name=test -c user.email=test@example.org -C "$WORK/service" "$@"
}

# make_repository PORT STEPS MILLIS: a repository without a commit. The service answers after so many milliseconds; a commit
# that is slower makes so many more steps of arithmetic in each request.
make_repository() {
  mkdir -p "$WORK/service"
  in_repository init --quiet --initial-branch=main
  cp "$ROOT/scripts/planted/PlantedServer.java" "$WORK/service"
  cat >"$WORK/service/planted.yml" <<TEXT
model: planted
contract: none
command: ["{java}", "{jvm}", -Dsun.net.httpserver.maxIdleConnections=2000, -cp, "{here}/out", PlantedServer, "{port}", none, "$2", "$3"]
build: ["$JAVA_HOME/bin/javac", -d, out, PlantedServer.java]
port: $1
url: /
TEXT
}

# plant_slower: makes the service slower from the next commit on.
plant_slower() {
  sed -i "s/boolean hot = .*/boolean hot = true;/" "$WORK/service/PlantedServer.java"
}

# commit MESSAGE: commits all that has changed.
commit() {
  in_repository add --all
  in_repository commit --quiet --message "$1"
}

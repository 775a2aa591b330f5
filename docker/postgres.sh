#!/usr/bin/env bash
# postgres.sh install | serve SETTING=VALUE... - the database of docker-compose.database.yml. install, inside an image
# build, installs PostgreSQL; serve makes a cluster in /data, which goes with the container, and serves it.
# NEEDS: DATABASE_PASSWORD and DATABASE_PORT for serve, and DATABASE_ADDRESS where servers are on other hosts of its
# network; access to the distribution's packages for install.
set -euo pipefail

readonly DATA=/data/cluster ROLE=tierbench

install_server() {
  apt-get update -qq
  mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/tierbench.conf
  apt-get install -y -qq --no-install-recommends postgresql
  rm -rf /var/lib/apt/lists/*
}

# sql DATABASE: a statement on standard input, before the server runs; its errors leave the exit code at 0.
sql() {
  local said
  said=$(postgres --single -j -D "$DATA" "$1" 2>&1)
  if [[ $said == *ERROR* || $said == *FATAL* ]]; then
    printf 'postgres.sh: %s\n' "$said" >&2
    exit 1
  fi
}

make_cluster() {
  initdb --pgdata="$DATA" --username=postgres --pwfile=<(printf '%s' "$DATABASE_PASSWORD") \
    --auth=scram-sha-256 --encoding=UTF8 --locale=C --no-sync >/dev/null
  sql postgres <<<"create role $ROLE login password '${DATABASE_PASSWORD//\'/\'\'}'"
  sql postgres <<<"create database $ROLE owner $ROLE"
  sql "$ROLE" <<<'create extension pg_stat_statements'
  [[ -z ${DATABASE_ADDRESS:-} ]] || echo "host $ROLE $ROLE samenet scram-sha-256" >>"$DATA/pg_hba.conf"
}

serve() {
  local setting options=()
  for setting in "$@"; do
    options+=(-c "$setting")
  done
  PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
  make_cluster
  exec postgres -D "$DATA" -k "" -h "${DATABASE_ADDRESS:-127.0.0.1}" -p "$DATABASE_PORT" "${options[@]}"
}

case ${1:-} in
  install) install_server ;;
  serve) serve "${@:2}" ;;
  *)
    echo "usage: postgres.sh install | serve SETTING=VALUE..." >&2
    exit 2
    ;;
esac

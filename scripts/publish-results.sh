#!/usr/bin/env bash
# publish-results.sh - makes the results that the documentation shows again, and keeps their summaries; see --help.
# NEEDS: what sweep.sh and suite.sh need; root for counts of system calls, quotas and limits of memory.  OVERHEAD: hours.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly FOUR="tomcat,virtual,netty,floor"
# All servers but webflux-elastic, whose pool lets few requests through.
readonly HELD="tomcat,virtual,tomcat-webclient,jetty,jetty-virtual,webflux-virtual,netty,rxjava,coroutine,reactor-floor,floor"

# Results whose whole report is kept as well, since it is a main one or a page quotes verdicts on pairs; and the most bytes of one.
readonly MAIN=",standard,models,rates,event-loops,allocators,collectors,published-tasks,published-sleeps,published-executors,published-streams,"
readonly MOST_BYTES=$((6 * 1024 * 1024))

# Name of each result, and the command that makes it, without what every one has.
readonly RESULTS=(
  "standard|sweep.sh --tiers local --preset standard"
  "models|sweep.sh --tiers local --servers all --preset standard --levels 200,1000,1800 --heap 768m" # for 24 GiB
  "rates|sweep.sh --tiers local --servers tomcat,virtual,netty --rates 1000,2500,25%,75% --until decided --budget 16m"
  "published|sweep.sh --tiers local --preset published"
  "cpu-bound|sweep.sh --tiers local --workload cpu=2ms --levels 200 --until decided --budget 15m"
  "event-loops|sweep.sh --tiers local --servers netty --vary ioWorkerCount=1,2,4,8,16 --levels 200,1800 --trials 3"
  "http2|sweep.sh --tiers local --servers tomcat,netty --vary http2Streams=0,20,100 --levels 200 --trials 3"
  "collectors|sweep.sh --tiers local --servers tomcat+-XX:+UseG1GC,tomcat+-XX:+UseZGC,tomcat+-XX:+UseParallelGC,netty+-XX:+UseG1GC,netty+-XX:+UseZGC,netty+-XX:+UseParallelGC --levels 800 --trials 3"
  "allocators|sweep.sh --tiers local --servers netty+-Dio.netty.allocator.type=adaptive,netty+-Dio.netty.allocator.type=pooled,netty+-Dio.netty.allocator.type=unpooled --levels 800 --trials 3"
  "limits-quota|sweep.sh --tiers local --servers $FOUR --quota 0.5,1 --levels 100 --trials 2 --measure 6s --no-observe"
  "limits-memory|sweep.sh --tiers local --servers $FOUR --consecutive --memory 192m,512m --levels 800 --trials 1 --measure 6s --no-observe"
  "limits-held|sweep.sh --tiers local --servers $HELD --consecutive --echo-delay 2s --levels 1000,2000,3000,4000 --warmup-level 900 --warmup-top-cap 0s --settle 4s --measure 10s --trials 1 --no-observe --profile jfr --profile-time 3s"
  "limits-overload|sweep.sh --tiers local --servers $FOUR --quota 0.4 --overload 120%,200% --for 8s --recovery 20s --measure 5s --trials 1 --no-observe"
  "database-pools|sweep.sh --tiers local --downstream postgres --servers tomcat,virtual,netty --vary pool=20,100 --levels 200,1000 --trials 3 --measure 20s --windows 2 --no-observe"
  "profile-switches|sweep.sh --tiers local --servers tomcat,virtual,netty --levels 800 --trials 3 --profile switches"
  "published-tasks|suite.sh tasks --preset published"
  "published-sleeps|suite.sh sleeps --preset published"
  "published-executors|suite.sh executors --preset published"
  "published-streams|suite.sh streams --preset published"
  "sleeps-million|suite.sh sleeps --preset standard --size 1000000 --impl jdk-virtual,reactor-virtual,reactor-virtual-shared,coroutine-delay"
  "suite-tasks|suite.sh tasks --preset standard"
  "suite-sleeps|suite.sh sleeps --preset standard"
  "suite-executors|suite.sh executors --preset standard"
  "suite-streams|suite.sh streams --preset standard"
)

usage() {
  cat <<TEXT
Usage: ./scripts/publish-results.sh [OPTION]...
Makes each result again, one after the other, on this commit: its run is kept in results/published, its summary, its values
and its origin in docs/results as DATE-NAME.md, .csv and .json, and the report of the main ones as .html. A result whose run
is complete there is not made again, and a run that was interrupted is finished.
  --only NAME,...  only these
  --list           prints the names with their commands, and whether each is complete
  --out DIR        where the runs are kept. Default: results/published
  --docs DIR       where the summaries go. Default: docs/results
  --dry-run        prints the plan of each run, with the time that it takes
Examples:
  ./scripts/publish-results.sh --list
  ./scripts/publish-results.sh --only limits-memory,limits-held
Afterwards: ./scripts/report.sh results/published/*/ writes a page of each, and ./scripts/docs-tables.sh the
tables of the pages and docs/results/index.html.
TEXT
}

# folder_of NAME: how the folder of its run ends; that of a suite has the name of the suite behind it.
folder_of() {
  local command words
  command=$(printf '%s\n' "${RESULTS[@]}" | sed -n "s/^$1|//p")
  read -ra words <<<"$command"
  [[ ${words[0]} == suite.sh ]] && echo "$1-${words[1]}" || echo "$1"
}

# run_of NAME: the run folder of a result, if it was begun.
run_of() {
  [[ -d $OUT ]] || return 0
  find "$OUT" -maxdepth 1 -type d -name "*Z-$(folder_of "$1")" | LC_ALL=C sort | tail -n 1
}

# state_of RUN: its state by its manifest.
state_of() {
  sed -n 's/^  "state" : "\(.*\)",$/\1/p' "$1/manifest.json"
}

is_complete() {
  local run
  run=$(run_of "$1")
  [[ -n $run && $(state_of "$run") =~ ^(complete|failed)$ ]]
}

# typed_again OPTION...: those that a resumed run takes from nobody but who types them, one on a line.
typed_again() {
  [[ " $* " =~ \ --(vary|quota|memory|downstream)\ |\ --servers\ [^\ ]*[@+] ]] || return 0
  while (($#)); do
    case $1 in
      --servers | --vary | --quota | --memory | --downstream) printf '%s\n' "$1" "$2" ;;
    esac
    shift
  done
}

# make NAME SCRIPT OPTION...: the run of a result. A step that failed its checks is part of a result.
make() {
  local name=$1 script=$2 run code=0 again
  shift 2
  run=$(run_of "$name")
  if [[ -n $run ]]; then
    log "== $name: finishing $run"
    mapfile -t again < <(typed_again "$@")
    "$ROOT/scripts/$script" --resume "$run" "${again[@]}" || code=$?
  else
    log "== $name: $script $*"
    "$ROOT/scripts/$script" "$@" --name "$name" --out "$OUT" || code=$?
  fi
  ((code <= 1)) || die "$code" "$name ended with exit code $code; run this again to finish it"
}

# stated RUN POINTER: the first value of that name in its manifest.
stated() {
  sed -n "s/^ *\"$2\" : \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$1/manifest.json" | head -n 1
}

# shown RUN FILE: a file of a run without the build of the kernel, and without folders of its host: the checkout's, and
# that of JDKs.
shown() {
  local home kernel jvms
  home=$(sed -n 's/^  "command_line" : \[ "--home", "\([^"]*\)".*/\1/p' "$1/manifest.json")
  kernel=$(stated "$1" kernel)
  jvms=$(sed -n '/^  "java" : {/,/}/s/^ *"home" : "\(.*\)\/[^/]*",$/\1/p' "$1/manifest.json")
  [[ -n $home && $kernel =~ ^([0-9]+\.[0-9]+) && -n $jvms ]] ||
    die 1 "$1/manifest.json states no home, kernel or JDK"
  sed "s#$home#.#g; s#${kernel//./\\.}#${BASH_REMATCH[1]}#g; s#$jvms/##g" "$1/$2"
}

# keep NAME COMMAND: what pages show of its run.
keep() {
  local name=$1 command=$2 run to bytes
  run=$(run_of "$name")
  to=$DOCS/$(stated "$run" started_at | cut -c 1-10)-$name
  shown "$run" summary.md >"$to.md"
  shown "$run" summary.csv >"$to.csv"
  if [[ $MAIN == *,$name,* ]]; then
    shown "$run" report.html >"$to.html"
    bytes=$(wc -c <"$to.html")
    if ((bytes > MOST_BYTES)); then
      rm "$to.html"
      die 1 "the report of $name has $bytes bytes, which are more than $MOST_BYTES"
    fi
  fi
  cat >"$to.json" <<TEXT
{
  "date": "$(stated "$run" started_at | cut -c 1-10)",
  "commit": "$(stated "$run" commit | cut -c 1-12)$([[ $(stated "$run" dirty) != true ]] || echo " with local changes")",
  "host": "$(sed -n '3s/, commit .*//p' "$to.md")",
  "command": "./scripts/$command"
}
TEXT
  log "== $name: kept as ${to#"$ROOT"/}.*"
}

main() {
  local only="" action=make entry name command
  OUT=results/published
  DOCS=$ROOT/docs/results
  while (($#)); do
    case $1 in
      --only | --out | --docs)
        (($# > 1)) || die 2 "$1 needs a value; see --help"
        case $1 in
          --only) only=,$2, ;;
          --out) OUT=$2 ;;
          *) DOCS=$2 ;;
        esac
        shift
        ;;
      --list | --dry-run) action=${1#--} ;;
      *) die 2 "unknown option '$1'; see --help" ;;
    esac
    shift
  done
  require_known "$only"
  mkdir -p "$DOCS"
  for entry in "${RESULTS[@]}"; do
    name=${entry%%|*}
    command=${entry#*|}
    [[ -z $only || $only == *,$name,* ]] || continue
    case $action in
      list) printf '%-19s %-8s ./scripts/%s\n' "$name" "$(is_complete "$name" && echo complete || echo -)" "$command" ;;
      dry-run)
        log "== $name"
        read -ra words <<<"$command"
        "$ROOT/scripts/${words[0]}" "${words[@]:1}" --dry-run
        ;;
      make)
        if ! is_complete "$name"; then
          read -ra words <<<"$command"
          make "$name" "${words[@]}"
        fi
        is_complete "$name" || die 1 "$name is not complete, see above; run this again to finish it"
        keep "$name" "$command"
        ;;
    esac
  done
}

# require_known ,NAME,...,: each name is that of a result.
require_known() {
  local name names
  IFS=, read -ra names <<<"${1#,}"
  for name in "${names[@]}"; do
    printf '%s\n' "${RESULTS[@]%%|*}" | grep -qx -- "$name" ||
      die 2 "there is no result '$name': expected one of $(printf '%s\n' "${RESULTS[@]%%|*}" | paste -sd, | sed 's/,/, /g')"
  done
}

run_main "$@"

package dev.tierbench.observer;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import java.util.List;

/** Help of {@code threads}: its options by what they decide, and examples. */
final class ThreadsHelp {

  static final ProgramHelp CONTENTS =
      new ProgramHelp(
          "./scripts/threads.sh (PID | --port PORT) [OPTION]...",
          List.of("--port", "--seconds", "--by", "--requests", "--out"),
          List.of(
              OptionGroup.of("Which JVM, and how long", "--port", "--seconds"),
              OptionGroup.of(
                  "What is counted",
                  "--level",
                  "--require",
                  "--counter",
                  "--totals",
                  "--pmu",
                  "--profile",
                  "--roles"),
              OptionGroup.of(
                  "Output",
                  "--by",
                  "--sort",
                  "--top",
                  "--requests",
                  "--csv",
                  "--json",
                  "--study-layout",
                  "--watch",
                  "--out",
                  "--help",
                  "--help-all",
                  "--version")),
          List.of(
              new Example("sudo ./scripts/threads.sh --port 8080", "10 s of the JVM on that port"),
              new Example(
                  "sudo ./scripts/threads.sh 4711 --seconds 30 --sort futex --top 10",
                  "who waits for whom"),
              new Example(
                  "sudo ./scripts/threads.sh 4711 --requests 38500 --by role", "per request"),
              new Example(
                  "./scripts/threads.sh 4711 --level L3 --csv >threads.csv", "without root"),
              new Example(
                  "./scripts/threads.sh 4711 --profile cpu,alloc --out profile", "flame graphs")));

  private ThreadsHelp() {}
}

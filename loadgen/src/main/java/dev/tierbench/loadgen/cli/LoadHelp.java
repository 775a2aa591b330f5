package dev.tierbench.loadgen.cli;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import java.util.List;

/** Help of the load generator: its options by what they decide, and examples. */
final class LoadHelp {

  static final ProgramHelp CONTENTS =
      new ProgramHelp(
          "./scripts/load.sh URL [OPTION]...",
          List.of("--concurrency", "--duration", "--warmup", "--rate", "--json"),
          List.of(
              OptionGroup.of(
                  "What is asked for",
                  "--method",
                  "--body-file",
                  "--header",
                  "--header-file",
                  "--url-file",
                  "--trust",
                  "--insecure"),
              OptionGroup.of(
                  "At which load",
                  "--concurrency",
                  "--requests-per-connection",
                  "--http2-streams",
                  "--rate",
                  "--arrivals",
                  "--seed",
                  "--share",
                  "--start",
                  "--threads"),
              OptionGroup.of(
                  "How long",
                  "--duration",
                  "--requests",
                  "--warmup",
                  "--phases",
                  "--timeout",
                  "--cold",
                  "--await-start"),
              OptionGroup.of(
                  "Which answer is correct",
                  "--expect-status",
                  "--expect-body",
                  "--expect-length",
                  "--deadline"),
              OptionGroup.of(
                  "Output",
                  "--format",
                  "--json",
                  "--latency",
                  "--u_latency",
                  "--events",
                  "--event-latencies",
                  "--out",
                  "--help",
                  "--help-all",
                  "--version")),
          List.of(
              new Example(
                  "./scripts/load.sh http://127.0.0.1:8080/sleep -c 800 --warmup 2s -d 30s",
                  "800 at a time"),
              new Example(
                  "./scripts/load.sh http://127.0.0.1:8080/sleep -R 8k -c 2600 --json",
                  "8,000 per second"),
              new Example(
                  "./scripts/load.sh https://127.0.0.1:8443/health --trust server.pem", "TLS"),
              new Example(
                  "./scripts/load.sh http://127.0.0.1:8080/sleep -c 200 --http2-streams 20",
                  "HTTP/2"),
              new Example(
                  "./scripts/load.sh http://127.0.0.1:8080/sleep -t2 -c400 -R2000 -L --format wrk2",
                  "as wrk2")));

  private LoadHelp() {}
}

package dev.tierbench.loadgen.cli;

import dev.tierbench.loadgen.arrival.ArrivalKind;
import dev.tierbench.loadgen.http.Request;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.Quantities;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of the load generator; {@link PlanReader} makes a plan of them. */
final class LoadOptions {

  /** How the result is printed. */
  enum Format {
    TEXT,
    JSON,
    WRK2
  }

  /** How the closed model begins. */
  enum Start {
    SPREAD,
    BURST
  }

  @Parameters(index = "0", paramLabel = "URL", description = "What to ask for; http or https.")
  String url;

  @Option(
      names = "--url-file",
      paramLabel = "FILE",
      description =
          "The URL to ask for, when it has a secret: it is neither printed nor written, and URL is"
              + " what is shown instead.")
  Optional<Path> urlFile;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "Of each request (default: " + Request.DEFAULT_METHOD + ").")
  Optional<String> method;

  @Option(
      names = "--body-file",
      paramLabel = "FILE",
      description =
          "The body of each request; needs --method. Its Content-Type is application/json for a"
              + " name that ends in .json, else application/octet-stream, unless -H gives one.")
  Optional<Path> bodyFile;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "Adds a header to each request; may be repeated.")
  List<String> headers = new ArrayList<>();

  @Option(
      names = "--header-file",
      paramLabel = "FILE",
      description =
          "Adds the headers of a file to each request, NAME: VALUE on each line: they are on no"
              + " command line, where others can read them. Give the file mode 0600.")
  Optional<Path> headerFile;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description =
          "https: the certificates to trust, of the server or its authority, instead of the"
              + " JDK's: PEM, or a PKCS12 or JKS store with the password 'changeit'.")
  Optional<Path> trust;

  @Option(
      names = "--insecure",
      description = "https: accepts any certificate; a caveat in the result.")
  boolean insecure;

  @Option(
      names = {"-c", "--concurrency", "--connections"},
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Connections. In the closed model each has one request in flight (default:"
              + " ${DEFAULT-VALUE}).")
  int connections;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "TIME",
      description = "Length of the phase 'measure' (default: 10s).")
  Optional<Duration> duration;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = "Length of a phase 'settle' before it (default: none).")
  Optional<Duration> warmup;

  @Option(
      names = "--phases",
      paramLabel = "NAME=TIME,...",
      description =
          "The phases in full, instead of --warmup and --duration. NAME=hold:TIME ends at a line"
              + " on stdin, after TIME at the latest.")
  Optional<String> phases;

  @Option(
      names = {"-R", "--rate"},
      paramLabel = "RATE",
      description = "Open model: requests per second, over all connections; 8000 or 8k.")
  Optional<Double> rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description = "Open model: constant or poisson (default: constant).")
  Optional<ArrivalKind> arrivals;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the poisson arrivals (default: ${DEFAULT-VALUE}).")
  long seed;

  @Option(
      names = "--share",
      paramLabel = "K/N",
      description =
          "Open model: this is generator K of N that drive one load together. Its constant arrivals"
              + " lie between those of the others; give each another --seed (default: 1/1).")
  Optional<String> share = Optional.empty();

  @Option(
      names = "--start",
      paramLabel = "HOW",
      description =
          "Closed model: spread the first sends over one service time, or burst (default: spread).")
  Optional<Start> start;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "Longest wait for a connection or a response (default: ${DEFAULT-VALUE}).")
  Duration timeout;

  @Option(
      names = "--expect-status",
      paramLabel = "N",
      defaultValue = "200",
      description = "Any other status is a failure (default: ${DEFAULT-VALUE}).")
  int expectedStatus;

  @Option(
      names = "--expect-body",
      paramLabel = "TEXT",
      description = "Any other body is a failure; a final line break is free.")
  Optional<String> expectedBody;

  @Option(
      names = "--expect-length",
      paramLabel = "BYTES",
      description =
          "Any other length of the body is a failure; with --expect-body, the body repeats that"
              + " text up to this length.")
  Optional<Integer> expectedLength;

  @Option(
      names = {"-t", "--threads"},
      paramLabel = "N|all",
      description =
          "Event loops; 'all': as many as there are cores to use, with 16 connections each or more"
              + " (default: a quarter of the cores, 1 to 8).")
  Optional<String> threads;

  @Option(
      names = "--cold",
      description = "Begin at once, without a second of requests to itself that warms the JVM up.")
  boolean cold;

  @Option(
      names = "--await-start",
      description =
          "When connected, wait for the line 'go start' on standard input: several generators begin"
              + " at the same instant.")
  boolean awaitStart;

  @Option(
      names = {"-L", "--latency"},
      description = "wrk2 layout: print the latency distribution.")
  boolean latency;

  @Option(
      names = {"-U", "--u_latency"},
      description = "wrk2 layout: print the service times' distribution as well; implies -L.")
  boolean uncorrectedLatency;

  @Option(
      names = "--format",
      paramLabel = "HOW",
      defaultValue = "text",
      description = "text, json or wrk2 (default: ${DEFAULT-VALUE}).")
  Format format;

  @Option(
      names = "--json",
      description = "The same as --format json: one object on stdout, the log on stderr.")
  boolean json;

  @Option(
      names = "--events",
      description = "Prints one JSON line at each boundary on stdout instead of a report.")
  boolean events;

  @Option(
      names = "--event-latencies",
      description = "With --events: the event of each second also has its p50 and p99.")
  boolean eventLatencies;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Writes load.json and latency.hlog there.")
  Optional<Path> out = Optional.empty();

  /** A command line that reads these options, of a command that has them. */
  static CommandLine commandLine(Object command) {
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Duration.class, Quantities::duration)
        .registerConverter(Double.class, Quantities::rate);
  }

  Format format() {
    return json ? Format.JSON : format;
  }

  /**
   * Returns the plan that the options make.
   *
   * @throws IllegalArgumentException naming what does not fit together
   */
  LoadPlan plan() {
    return new PlanReader(this).plan();
  }
}

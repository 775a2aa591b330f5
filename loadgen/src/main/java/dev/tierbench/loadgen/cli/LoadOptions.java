package dev.tierbench.loadgen.cli;

import dev.tierbench.cli.HelpText;
import dev.tierbench.loadgen.arrival.ArrivalKind;
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
          "File with the URL to ask for, when it has a secret: the URL is neither printed"
              + " nor written, and the argument URL is shown instead. Default: none.")
  Optional<Path> urlFile;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "Method of each request. Default: GET.")
  Optional<String> method;

  @Option(
      names = "--body-file",
      paramLabel = "FILE",
      description =
          "File with the body of each request; needs --method. Its Content-Type is"
              + " application/json for a name that ends in .json, else application/octet-stream,"
              + " unless -H gives one. Default: no body.")
  Optional<Path> bodyFile;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "Header of each request; may be repeated. Default: none.")
  List<String> headers = new ArrayList<>();

  @Option(
      names = "--header-file",
      paramLabel = "FILE",
      description =
          "File of headers of each request, NAME: VALUE on each line. Unlike -H, they are"
              + " on no command line, where others can read them; give the file mode 0600."
              + " Default: none.")
  Optional<Path> headerFile;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description =
          "Certificates of the server, or of its authority, to trust with https: PEM, or a"
              + " PKCS12 or JKS store with the password 'changeit'. Default: those of the JDK.")
  Optional<Path> trust;

  @Option(
      names = "--insecure",
      description = "Accept any certificate with https, with a caveat in the result.")
  boolean insecure;

  @Option(
      names = {"-c", "--concurrency", "--connections"},
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Connections, each with one request in flight at most; with --http2-streams, requests"
              + " in flight. Default: ${DEFAULT-VALUE}.")
  int connections;

  @Option(
      names = "--requests-per-connection",
      paramLabel = "N",
      description =
          "Requests after which a connection is replaced; 1 is a new connection for each, as ab"
              + " makes. Default: as many as it lives; 1 with the header 'Connection: close'.")
  Optional<Integer> requestsPerConnection = Optional.empty();

  @Option(
      names = "--http2-streams",
      paramLabel = "N",
      description =
          "HTTP/2 in clear text (h2c, with prior knowledge), with N requests at once on each"
              + " connection: -c 200 and 20 streams are 10 connections. Default: HTTP/1.1.")
  Optional<Integer> http2Streams = Optional.empty();

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "TIME",
      description = "Length of the phase 'measure'. Default: 10s; 10m with --requests.")
  Optional<Duration> duration;

  @Option(
      names = {"-n", "--requests"},
      paramLabel = "N",
      description =
          "Requests after which the phase 'measure' ends, at the next full second; its length is"
              + " then the longest that it takes. Default: only its length ends it.")
  Optional<Long> requests = Optional.empty();

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = "Length of a phase 'settle' before it. Default: no such phase.")
  Optional<Duration> warmup;

  @Option(
      names = "--phases",
      paramLabel = "NAME=TIME,...",
      description =
          "All phases, instead of --warmup and --duration. NAME=hold:TIME ends at a line on"
              + " stdin, after TIME at the latest; NAME=TIME*2.5 has 2.5 times the --rate. Default:"
              + " those of --warmup and --duration.")
  Optional<String> phases;

  @Option(
      names = {"-R", "--rate"},
      paramLabel = "RATE",
      description =
          "Requests per second over all connections, such as 8000 or 8k, in the open model."
              + " Default: the closed model.")
  Optional<Double> rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description = "constant or poisson, in the open model. Default: constant.")
  Optional<ArrivalKind> arrivals;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the poisson arrivals. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Option(
      names = "--share",
      paramLabel = "K/N",
      description =
          "This is generator K of N that drive one load together in the open model. Its"
              + " constant arrivals lie between those of the others; give each another --seed."
              + " Default: 1/1.")
  Optional<String> share = Optional.empty();

  @Option(
      names = "--start",
      paramLabel = "HOW",
      description =
          "In the closed model, spread the first sends over one service time, or burst."
              + " Default: spread.")
  Optional<Start> start;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "Longest wait for a connection or a response. Default: ${DEFAULT-VALUE}.")
  Duration timeout;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description =
          "Time within which an answer is of use to who asked; how many were is counted in each"
              + " phase, from the intended start on with --rate. Default: not counted.")
  Optional<Duration> deadline = Optional.empty();

  @Option(
      names = "--expect-status",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Status of a correct response; any other is a failure. Default: ${DEFAULT-VALUE}.")
  int expectedStatus;

  @Option(
      names = "--expect-body",
      paramLabel = "TEXT",
      description =
          "Body of a correct response; any other is a failure, apart from a final line"
              + " break. Default: any body.")
  Optional<String> expectedBody;

  @Option(
      names = "--expect-length",
      paramLabel = "BYTES",
      description =
          "Length of a correct body, in bytes; any other is a failure. With --expect-body,"
              + " the body repeats that text up to this length. Default: any length.")
  Optional<Integer> expectedLength;

  @Option(
      names = {"-t", "--threads"},
      paramLabel = "N|all",
      description =
          "Event loops; 'all': as many as there are cores to use, with 16 connections each"
              + " or more. Default: a quarter of the cores, 1 to 8.")
  Optional<String> threads;

  @Option(
      names = "--cold",
      description =
          "Begin at once, without the requests to itself that warm the generator's JVM up.")
  boolean cold;

  @Option(
      names = "--await-start",
      description =
          "Wait, once connected, for the line 'go start' on standard input, so that several"
              + " generators begin at the same instant.")
  boolean awaitStart;

  @Option(
      names = {"-L", "--latency"},
      description = "Print the latency distribution, in the wrk2 layout.")
  boolean latency;

  @Option(
      names = {"-U", "--u_latency"},
      description = "Also print the distribution of service times, in the wrk2 layout; implies -L.")
  boolean uncorrectedLatency;

  @Option(
      names = "--format",
      paramLabel = "HOW",
      defaultValue = "text",
      description = "text, json or wrk2. Default: ${DEFAULT-VALUE}.")
  Format format;

  @Option(
      names = "--json",
      description = "Same as --format json: one object on stdout, the log on stderr.")
  boolean json;

  @Option(
      names = "--events",
      description = "Print one line of JSON at each boundary on stdout instead of a report.")
  boolean events;

  @Option(
      names = "--event-latencies",
      description = "Add p50 and p99 to the event of each second; needs --events.")
  boolean eventLatencies;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder that gets load.json and latency.hlog. Default: no files.")
  Optional<Path> out = Optional.empty();

  /** A command line that reads these options, of a command that has them. */
  static CommandLine commandLine(Object command) {
    return HelpText.install(new CommandLine(command))
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

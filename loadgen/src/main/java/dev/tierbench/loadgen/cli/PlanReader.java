package dev.tierbench.loadgen.cli;

import dev.tierbench.loadgen.arrival.ArrivalKind;
import dev.tierbench.loadgen.http.BodyRule;
import dev.tierbench.loadgen.http.Request;
import dev.tierbench.loadgen.http.RequestBody;
import dev.tierbench.loadgen.http.Target;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.PhasePlan;
import dev.tierbench.loadgen.plan.Share;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes a plan of the options, and refuses what does not fit together. */
record PlanReader(LoadOptions options) {

  /**
   * Fewest connections of each loop with {@code --threads all}: below that, fewer loops are used
   * than there are cores.
   */
  private static final int LEAST_CONNECTIONS = 16;

  private static final Duration SHORT = Duration.ofSeconds(10);

  /** Longest phase that is to end by its requests. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /**
   * Returns the plan.
   *
   * @throws IllegalArgumentException naming what does not fit together
   */
  LoadPlan plan() {
    requireFit();
    Request request = request();
    Target target = target(request);
    Load load = load();
    return new LoadPlan(
        target,
        load,
        phasePlans(),
        options.start.orElse(LoadOptions.Start.SPREAD) == LoadOptions.Start.SPREAD,
        options.timeout,
        options.expectedStatus,
        bodyRule(request),
        options.deadline,
        options.seed,
        options.share.map(Share::parse).orElse(Share.WHOLE),
        loops(load.tcpConnections(target.http2Streams())));
  }

  private void requireFit() {
    if (options.connections < 1) {
      throw new IllegalArgumentException(
          "connections must be 1 or more, not " + options.connections);
    }
    if (options.rate.isEmpty() && options.arrivals.isPresent()) {
      throw new IllegalArgumentException("--arrivals belongs to the open model: give --rate too");
    }
    if (options.rate.isEmpty() && options.share.isPresent()) {
      throw new IllegalArgumentException("--share belongs to the open model: give --rate too");
    }
    if (options.rate.isPresent() && options.start.isPresent()) {
      throw new IllegalArgumentException("--start belongs to the closed model: leave --rate out");
    }
    if (options.events && (options.json || options.format != LoadOptions.Format.TEXT)) {
      throw new IllegalArgumentException(
          "--events takes stdout: leave the report's format out, use --out");
    }
    if (options.eventLatencies && !options.events) {
      throw new IllegalArgumentException("--event-latencies belongs to --events: give it too");
    }
  }

  private Load load() {
    if (options.rate.isEmpty()) {
      return new Load.Closed(options.connections);
    }
    ArrivalKind arrivals = options.arrivals.orElse(ArrivalKind.CONSTANT);
    return new Load.Open(
        options.rate.get(), arrivals.name().toLowerCase(Locale.ROOT), options.connections);
  }

  private Target target(Request request) {
    Target target = kept(request);
    Target renewed =
        requestsPerConnection(request).map(target::withRequestsPerConnection).orElse(target);
    return options.http2Streams.map(renewed::withHttp2Streams).orElse(renewed);
  }

  /** A connection that each request asks to close carries one; HTTP/2 has no such header. */
  private Optional<Integer> requestsPerConnection(Request request) {
    if (!request.isClosing() || options.http2Streams.isPresent()) {
      return options.requestsPerConnection;
    }
    if (options.requestsPerConnection.filter(requests -> requests != 1).isPresent()) {
      throw new IllegalArgumentException(
          "the header 'Connection: close' ends a connection after one request:"
              + " leave it or --requests-per-connection out");
    }
    return Optional.of(1);
  }

  private Target kept(Request request) {
    return options.urlFile.isPresent()
        ? Target.hidden(
            options.url,
            PrivateFile.url(options.urlFile.get()),
            request,
            options.trust,
            options.insecure)
        : Target.parse(options.url, request, options.trust, options.insecure);
  }

  private Request request() {
    if (options.bodyFile.isPresent() && options.method.isEmpty()) {
      throw new IllegalArgumentException("--body-file needs a --method, such as POST");
    }
    List<String> lines = new ArrayList<>(options.headers);
    options.headerFile.ifPresent(file -> lines.addAll(PrivateFile.headers(file)));
    return new Request(
        options.method.orElse(Request.DEFAULT_METHOD),
        lines,
        options.bodyFile.map(RequestBody::read));
  }

  private BodyRule bodyRule(Request request) {
    if (request.isHead()
        && (options.expectedBody.isPresent() || options.expectedLength.isPresent())) {
      throw new IllegalArgumentException(
          "answers to HEAD have no body: leave --expect-body and --expect-length out");
    }
    if (options.expectedBody.isEmpty()) {
      return options.expectedLength.map(BodyRule::length).orElse(BodyRule.ANY);
    }
    String text = options.expectedBody.get();
    return options
        .expectedLength
        .map(length -> BodyRule.repeated(text, length))
        .orElseGet(() -> BodyRule.text(text));
  }

  private List<PhasePlan> phasePlans() {
    List<PhasePlan> plans = timedPlans();
    if (options.requests.isEmpty()) {
      return plans;
    }
    if (plans.stream().noneMatch(PlanReader::isMeasured)) {
      throw new IllegalArgumentException(
          "--requests ends the phase '%s', which --phases lacks".formatted(PhaseName.MEASURE.id()));
    }
    return plans.stream()
        .map(plan -> isMeasured(plan) ? plan.withRequests(options.requests.get()) : plan)
        .toList();
  }

  private static boolean isMeasured(PhasePlan plan) {
    return plan.name().equals(PhaseName.MEASURE.id());
  }

  private List<PhasePlan> timedPlans() {
    if (options.phases.isPresent()) {
      if (options.duration.isPresent() || options.warmup.isPresent()) {
        throw new IllegalArgumentException("--phases takes the place of --duration and --warmup");
      }
      return PhasePlan.parse(options.phases.get());
    }
    List<PhasePlan> plans = new ArrayList<>();
    options.warmup.ifPresent(time -> plans.add(new PhasePlan("settle", time)));
    plans.add(
        new PhasePlan(
            PhaseName.MEASURE.id(),
            options.duration.orElse(options.requests.isPresent() ? LONGEST : SHORT)));
    return plans;
  }

  private int loops(int tcpConnections) {
    int cores = Runtime.getRuntime().availableProcessors();
    if (options.threads.isEmpty()) {
      return Math.min(tcpConnections, Math.clamp(cores / 4, 1, 8));
    }
    if (options.threads.get().equals("all")) {
      return Math.clamp(
          options.connections / LEAST_CONNECTIONS, 1, Math.min(cores, tcpConnections));
    }
    try {
      return Integer.parseInt(options.threads.get());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "invalid --threads '" + options.threads.get() + "': expected a number, or 'all'", e);
    }
  }
}

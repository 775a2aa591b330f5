package dev.tierbench.harness.http;

import dev.tierbench.harness.http.drive.foreign.ForeignGenerator;
import dev.tierbench.harness.http.plan.Preset;
import dev.tierbench.harness.run.EnumOption;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose the load generator, and how it uses connections. */
final class GeneratorOptions {

  @Option(
      names = "--generator",
      paramLabel = "NAME",
      description =
          "Program that drives the measured and the traced windows: loadgen, wrk, h2load or"
              + " ab for levels, wrk2 for rates, oha for both; loadgen always warms up and settles."
              + " See docs/generators.md. Default: loadgen.")
  private String generator = GeneratorName.LOADGEN.id();

  @Option(
      names = "--requests-per-connection",
      paramLabel = "N",
      description =
          "Requests after which the generator replaces a connection; 1 is a new one for each, as in"
              + " the published study. Default: as many as it lives.")
  private Optional<Integer> requestsPerConnection = Optional.empty();

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "Requests after which a measured window ends, at a full second, one server after the"
              + " other; --measure is then the longest that it takes. Default: only --measure"
              + " ends it.")
  private Optional<Long> requests = Optional.empty();

  /** Requests on each connection: as asked, or as the preset has it. */
  Optional<Integer> requestsPerConnection(Preset preset) {
    return requestsPerConnection
        .or(() -> preset.study().map(Preset.Study::requestsPerConnection))
        .or(() -> name() == GeneratorName.AB ? Optional.of(1) : Optional.empty());
  }

  /** Requests in a measured window; likewise. */
  Optional<Long> requests(Preset preset) {
    return requests.or(() -> preset.study().map(Preset.Study::requests));
  }

  GeneratorName name() {
    return EnumOption.named(
        generator,
        List.of(GeneratorName.values()),
        GeneratorName::id,
        "--generator: unknown generator");
  }

  /**
   * The plan, which its generator can carry out.
   *
   * @throws IllegalArgumentException saying what it cannot do, and what to change
   */
  static HttpPlan checked(HttpPlan plan) {
    Optional<ForeignGenerator> other = ForeignGenerator.of(plan.generator());
    if (other.isPresent()) {
      requireLoads(other.get(), plan);
      plan.subjects().forEach(server -> requireGet(plan, server));
      requireWholeSeconds(plan, "--measure", plan.windows().measureSeconds());
      plan.windows().trace().ifPresent(trace -> requireTraceable(plan, trace));
      plan.windows()
          .profile()
          .ifPresent(profile -> requireWholeSeconds(plan, "--profile-time", profile.seconds()));
    }
    return plan;
  }

  private static void requireLoads(ForeignGenerator generator, HttpPlan plan) {
    List<Load> loads =
        Stream.<Load>concat(
                plan.levels().stream().map(Load.Closed::new),
                plan.rates().stream()
                    .map(rates -> new Load.Open(1, rates.arrivals(), rates.connections())))
            .toList();
    Stream<Integer> streams =
        plan.common().variants().values().stream()
            .flatMap(variant -> variant.http2Streams().stream());
    Stream.concat(
            loads.stream().flatMap(load -> generator.refusal(load).stream()),
            streams.flatMap(each ->
                loads.stream().flatMap(load -> generator.refusalOfHttp2(load, each).stream())))
        .findFirst()
        .ifPresent(reason -> {
          throw new IllegalArgumentException("--generator: " + reason);
        });
  }

  private static void requireGet(HttpPlan plan, String server) {
    RequestDescriptor request = plan.servers().get(server).request();
    if (request.tls() || !request.methodOrDefault().equals(RequestDescriptor.GET)) {
      throw new IllegalArgumentException(
          ("--generator: %s is only run with GET in clear text, and %s asks otherwise: use"
                  + " --generator loadgen")
              .formatted(plan.generator().id(), server));
    }
    ForeignGenerator.of(plan.generator())
        .flatMap(generator -> generator.refusal(request))
        .ifPresent(reason -> {
          throw new IllegalArgumentException("--generator: " + server + ": " + reason);
        });
  }

  private static void requireTraceable(HttpPlan plan, HttpPlan.Trace trace) {
    requireWholeSeconds(plan, "--trace", trace.seconds());
    if (trace.allTiers()) {
      throw new IllegalArgumentException(
          ("--observe-all-tiers: threads are counted of JVMs, and %s is not one; leave it out, or use"
                  + " --generator loadgen")
              .formatted(plan.generator().id()));
    }
  }

  private static void requireWholeSeconds(HttpPlan plan, String option, double seconds) {
    if (seconds != Math.rint(seconds)) {
      throw new IllegalArgumentException(
          option + ": " + plan.generator().id() + " runs for whole seconds only, such as 4s");
    }
  }
}

package dev.tierbench.report.capacity;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a prediction takes of one server, in words: a line for each part of the model. */
final class ServerAssumptions {
  private ServerAssumptions() {}

  static List<String> of(MeasuredServer server) {
    return List.of(demand(server), delay(server), limits(server), singleThread(server));
  }

  private static String demand(MeasuredServer server) {
    return "a request costs %s and %s, as measured"
        .formatted(
            cost(server, "%s µs of CPU on cores %s busy", List::getFirst),
            cost(server, "%s µs on cores %s busy", List::getLast));
  }

  private static String cost(
      MeasuredServer server, String form, Function<List<MeasuredLevel>, MeasuredLevel> wanted) {
    List<MeasuredLevel> levels =
        server.trials().stream().map(trial -> wanted.apply(trial.levels())).toList();
    Stream<Double> cpu = levels.stream().map(level -> level.cpuMicros().get(Tier.SERVER));
    Stream<Double> busy = levels.stream().map(MeasuredLevel::utilisation);
    return form.formatted(
        Numbers.of(Sample.of(cpu).median()), Numbers.percent(Sample.of(busy).median()));
  }

  private static String delay(MeasuredServer server) {
    Stream<Double> delays = server.trials().stream().map(MeasuredTrial::delayMillis);
    String waited = Numbers.of(Sample.of(delays).median());
    List<Connections> connections =
        server.trials().stream().flatMap(trial -> trial.connections().stream()).toList();
    if (connections.isEmpty()) {
      return "a request waits %s ms for echo, as measured".formatted(waited);
    }
    return ("a request waits %s ms for the database and holds connections for %s ms, the mean time of"
            + " a statement times the statements of a request, as measured; round trips and the"
            + " driver come on top")
        .formatted(
            waited,
            Numbers.of(Sample.of(connections.stream().map(Connections::heldMillis)).median()));
  }

  private static String limits(MeasuredServer server) {
    List<Connections> connections =
        server.trials().stream().flatMap(trial -> trial.connections().stream()).toList();
    if (connections.isEmpty()) {
      return pool(server);
    }
    return "%s; the pool of connections (%s) ends at most %s requests/s, on any cores"
        .formatted(
            pool(server),
            connections.getFirst().pool().description(),
            Numbers.whole(Sample.of(connections.stream().map(Connections::mostRps)).median()));
  }

  private static String pool(MeasuredServer server) {
    return server
        .pool()
        .map(pool ->
            "at most %s requests are under way (%s); a limit that grows with the cores is not known"
                .formatted(Numbers.whole(pool.size()), pool.setting()))
        .orElse("no limit of threads or connections is recorded, and none is assumed");
  }

  private static String singleThread(MeasuredServer server) {
    if (!server.traced()) {
      return "no thread was counted: a role with one thread, which more cores do not help, is not"
          + " known";
    }
    Map<String, List<Double>> byRole =
        server.trials().stream()
            .flatMap(trial -> trial.serialMicros().entrySet().stream())
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    TreeMap::new,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    String roles =
        byRole.entrySet().stream()
            .map(role -> singleThread(role.getKey(), new Sample(role.getValue()).median()))
            .collect(Collectors.joining("; "));
    return roles.isEmpty()
        ? "every role gets more threads with more cores"
        : "one thread each, whatever the cores: " + roles;
  }

  private static String singleThread(String role, double micros) {
    return "%s, %s µs a request, up to %s requests/s"
        .formatted(role, Numbers.of(micros), Numbers.whole(MICROS_PER_SECOND / micros));
  }
}

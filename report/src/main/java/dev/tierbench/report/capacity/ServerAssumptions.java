package dev.tierbench.report.capacity;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.stats.Sample;
import dev.tierbench.run.Tier;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a prediction takes of one server, in words: a line for each part of the model. */
final class ServerAssumptions {
  private ServerAssumptions() {}

  static List<String> of(MeasuredServer server) {
    return List.of(demand(server), delay(server), pool(server), singleThread(server));
  }

  private static double median(List<Double> values) {
    return new Sample(values).median();
  }

  private static String demand(MeasuredServer server) {
    List<MeasuredLevel> lightest =
        server.trials().stream().map(trial -> trial.levels().getFirst()).toList();
    List<MeasuredLevel> heaviest =
        server.trials().stream().map(trial -> trial.levels().getLast()).toList();
    return String.format(
        Locale.ROOT,
        "a request costs %s µs of CPU on cores %s busy and %s µs on cores %s busy, as measured",
        cpu(lightest),
        busy(lightest),
        cpu(heaviest),
        busy(heaviest));
  }

  private static String cpu(List<MeasuredLevel> levels) {
    return Numbers.of(
        median(levels.stream().map(level -> level.cpuMicros().get(Tier.SERVER)).toList()));
  }

  private static String busy(List<MeasuredLevel> levels) {
    return Numbers.percent(median(levels.stream().map(MeasuredLevel::utilisation).toList()));
  }

  private static String delay(MeasuredServer server) {
    return String.format(
        Locale.ROOT,
        "a request waits %s ms for echo, as measured",
        Numbers.of(median(server.trials().stream().map(MeasuredTrial::delayMillis).toList())));
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
    String roles =
        server.trials().stream()
            .flatMap(trial -> trial.serialMicros().entrySet().stream())
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    TreeMap::new,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())))
            .entrySet()
            .stream()
            .map(role ->
                "%s, %s µs a request, up to %s requests/s"
                    .formatted(
                        role.getKey(),
                        Numbers.of(median(role.getValue())),
                        Numbers.whole(1e6 / median(role.getValue()))))
            .collect(Collectors.joining("; "));
    return roles.isEmpty()
        ? "every role gets more threads with more cores"
        : "one thread each, whatever the cores: " + roles;
  }
}

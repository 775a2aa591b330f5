package dev.tierbench.report.finding;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.finding.Finding.Entry;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.folder.Trial;
import dev.tierbench.report.metric.LimitCauses;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.metric.ThreadCap;
import dev.tierbench.report.stats.Knee;
import dev.tierbench.run.Cell;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.record.Checks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The findings of a sweep: who wins by how much and where each breaks, what the same work cost each
 * where rates were offered, and what was counted in the kernel. When tiers share cores nobody wins.
 *
 * @param shown the run without what the findings leave out
 * @param steps all of the run, also those of servers that are left out
 */
record ServerFindings(Run shown, List<PairVerdict> verdicts, List<Step> steps) {

  static final String SHARED_CORES =
      "The tiers shared cores, as asked, so this run ranks no server: a saturated step then shows"
          + " what the host's scheduler gave each tier";

  private static final List<Metric> ANSWERED =
      List.of(Metrics.THROUGHPUT, Metrics.P99, Metrics.CPU);
  private static final List<Metric> SPENT = List.of(Metrics.CPU, Metrics.P99);
  private static final List<Metric> OVERLOADED =
      List.of(
          Metrics.get("overload_goodput_rps"),
          Metrics.get("overload_p50_ms"),
          Metrics.get("overload_p99_ms"));
  private static final List<Metric> COUNTED =
      List.of(Metrics.SWITCHES, Metrics.FUTEX, Metrics.SYSCALLS);

  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    boolean shared = shown.manifest().pinning().sharingAsked();
    if (!shared) {
      new InShort(shown, verdicts).finding().ifPresent(findings::add);
    }
    for (String axis : shown.axes()) {
      boolean closed = axis.equals(Parameters.CONCURRENCY);
      boolean overload = axis.equals(Parameters.OVERLOAD);
      String topic = closed ? "Who wins" : overload ? "Before the overload" : "At equal work";
      findings.add(
          shared
              ? new Finding(topic, SHARED_CORES, List.of())
              : ranked(topic, closed ? ANSWERED : SPENT, axis));
      if (closed) {
        findings.add(scaling());
        limits().filter(any -> !shared).ifPresent(findings::add);
      } else if (overload) {
        topCommon(axis)
            .map(this::overload)
            .filter(of -> !of.entries().isEmpty())
            .ifPresent(findings::add);
      } else if (!shared) {
        shown
            .manifest()
            .goal()
            .map(goal -> HighestRates.of(shown, "With " + goal.text()))
            .ifPresent(findings::add);
      }
    }
    if (findings.isEmpty()) {
      findings.add(new Finding("Who wins", Finding.NOTHING, List.of()));
    }
    if (!shared) {
      repetition()
          .map(text -> new Finding("How sure", "", List.of(new Entry("", text))))
          .ifPresent(findings::add);
    }
    findings.add(counts());
    return findings;
  }

  private Finding overload(Parameters at) {
    return new Finding(
        "In the overload",
        "In an overload of " + at.label(),
        Entry.measured(shown, at, OVERLOADED, shown.subjects()).toList());
  }

  /** What was repeated, and so what the intervals are of; empty of a run without a trial. */
  private Optional<String> repetition() {
    IntSummaryStatistics trials =
        shown.subjects().stream()
            .mapToInt(server -> (int) shown.trials(server).stream().filter(Trial::wasRun).count())
            .summaryStatistics();
    if (trials.getCount() == 0 || trials.getMax() == 0) {
      return Optional.empty();
    }
    if (trials.getMax() == 1) {
      return Optional.of("one trial of each server shows no scatter, so there is no verdict");
    }
    boolean rounds = shown.manifest().sweep().flatMap(plan -> plan.windows().rounds()).isPresent();
    boolean fresh =
        shown.manifest().servers().values().stream().noneMatch(ServerDescriptor::running);
    return Optional.of(
        "%s%s%s; intervals are of %s"
            .formatted(
                trials.getMin() == trials.getMax() ? "" : trials.getMin() + " to ",
                trials.getMax() + (rounds ? " rounds of all servers" : " trials of each server"),
                fresh ? ", each with a fresh JVM" : "",
                Numbers.confidence(shown.level())));
  }

  private Finding ranked(String topic, List<Metric> metrics, String axis) {
    return Finding.at(
        topic,
        shown,
        topCommon(axis),
        at ->
            Ranking.of(shown, shown.subjects(), at, metrics.getFirst(), verdicts)
                .entries(shown, at, metrics, verdicts));
  }

  private Finding scaling() {
    Stream<Entry> servers = shown.subjects().stream().map(this::scaling);
    Stream<Entry> count = Stream.of(new Entry("", KeyFindings.failed(steps)));
    return new Finding("Where each breaks", "", Stream.concat(servers, count).toList());
  }

  private Entry scaling(String server) {
    Scaling scaling = Scaling.of(shown, server);
    List<String> unseen = scaling.unseen().stream().map(level -> Numbers.whole(level)).toList();
    String least = unseen.isEmpty() ? "" : " at least";
    String knee =
        scaling
            .kneeInterval()
            .map(of ->
                of.isDecided()
                    ? text(of.earliest(), least)
                    : text(of.earliest(), least)
                        + ", or "
                        + text(of.latest(), least)
                        + ": the trials do not tell which")
            .orElse(
                scaling.points() == 1
                    ? "not known from one valid level"
                    : "not measured: valid at no level");
    return new Entry(
        server,
        knee
            + (unseen.isEmpty() ? "" : ", no valid step at " + String.join(", ", unseen))
            + ThreadCap.reached(shown, server).map(of -> " (" + of.description() + ")").orElse(""));
  }

  private static String text(Knee knee, String least) {
    return knee.reached()
        ? "scaling up to %s concurrent%s, gaining less than half of proportional from there to %s"
            .formatted(Numbers.whole(knee.concurrency()), least, Numbers.whole(knee.next()))
        : "still scaling at %s concurrent".formatted(Numbers.whole(knee.concurrency()));
  }

  /** What kept the servers from more at the highest common level; empty where nothing is known. */
  private Optional<Finding> limits() {
    return Optional.of(
            Finding.at("What limits each", shown, topCommon(Parameters.CONCURRENCY), this::limits))
        .filter(finding -> !finding.entries().isEmpty());
  }

  private List<Entry> limits(Parameters at) {
    return shown.subjects().stream()
        .flatMap(server -> limit(new Cell(server, at)).map(by -> new Entry(server, by)).stream())
        .toList();
  }

  /**
   * The cause that all valid trials have, with the evidence of the first; else each with its
   * trials.
   */
  private Optional<String> limit(Cell cell) {
    List<Checks.LimitedBy> found =
        LimitCauses.of(shown.steps(cell).stream().filter(Step::isValid).toList());
    Map<String, Long> trials =
        found.stream().collect(groupingBy(Checks.LimitedBy::what, LinkedHashMap::new, counting()));
    return switch (trials.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(found.getFirst().text());
      default ->
          Optional.of(
              trials.entrySet().stream()
                  .map(cause ->
                      "%s in %d of %d trials"
                          .formatted(cause.getKey(), cause.getValue(), found.size()))
                  .collect(joining(", ")));
    };
  }

  private Finding counts() {
    return Finding.at(
        "What was counted",
        shown,
        mostServers(shown.parameters(), at -> counted(at).size()),
        this::counted);
  }

  private List<Entry> counted(Parameters at) {
    return Entry.measured(shown, at, COUNTED, shown.subjects()).toList();
  }

  /** The highest place on an axis at which the most servers have a valid trial. */
  Optional<Parameters> topCommon(String axis) {
    return mostServers(
        shown.parameters(axis),
        at ->
            shown.subjects().stream()
                .filter(
                    server -> shown.steps(new Cell(server, at)).stream().anyMatch(Step::isValid))
                .count());
  }

  /** The highest place with the most servers; empty when none has any. */
  private static Optional<Parameters> mostServers(
      List<Parameters> places, ToLongFunction<Parameters> servers) {
    return places.stream()
        .filter(at -> servers.applyAsLong(at) > 0)
        .max(Comparator.comparingLong(servers).thenComparing(Comparator.naturalOrder()));
  }
}

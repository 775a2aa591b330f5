package dev.tierbench.harness.summary;

import dev.tierbench.run.Counter;
import dev.tierbench.run.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The context switches and futex calls of the published study beside ours. The study ("Reactive
 * programming vs synchronised: Netty vs Tomcat") made one run of 90,000 requests on 32 cores at
 * 1,800 concurrent requests, with a cold JVM and a connection a request.
 */
final class Study {

  private static final int LEVEL = 1_800;
  private static final double REQUESTS = 90_000;
  private static final List<Published> PUBLISHED =
      List.of(
          new Published("tomcat-platform", 1_424_920, 1_200_702, 1_850, "worker"),
          new Published("webflux-reactor", 302_110, 3_919, 8, "event-loop"));

  static final List<String> HEAD =
      List.of(
          "concurrent",
          "server",
          "switches/req",
          "published",
          "futex/req",
          "published",
          "switches a thread",
          "published",
          "futex a thread",
          "published",
          "threads");

  /** What the study counted of a whole JVM, and its threads of the role that serves requests. */
  private record Published(String server, long switches, long futex, int threads, String role) {}

  private Study() {}

  /** A line for each server of the study, at the level that is nearest to the study's. */
  static List<List<String>> lines(Plan plan, List<StepFigures> steps) {
    int level =
        plan.levels().stream().min(Comparator.comparingInt(l -> Math.abs(l - LEVEL))).orElseThrow();
    List<List<String>> lines = new ArrayList<>();
    for (Published published : PUBLISHED) {
      List<StepFigures> valid =
          steps.stream()
              .filter(step -> step.level() == level && step.isValid())
              .filter(step -> step.trial().server().equals(published.server()))
              .toList();
      if (!valid.isEmpty()) {
        Rows.median(valid).counted().ifPresent(ours -> lines.add(line(level, published, ours)));
      }
    }
    return lines;
  }

  /** Figures a thread are those of the whole JVM and 90,000 requests, as the study has them. */
  private static List<String> line(int level, Published published, CountedFigures ours) {
    Optional<Long> threads =
        Optional.of(
                ours.threads().rows().stream()
                    .filter(row -> row.role().equals(published.role()))
                    .count())
            .filter(count -> count > 0);
    Optional<Double> switches = ours.switchesPerRequest();
    Optional<Double> futex = ours.perRequest(Counter.FUTEX);
    return List.of(
        String.valueOf(level),
        published.server(),
        Table.number("%,.3f", switches),
        text(published.switches() / REQUESTS),
        Table.number("%,.3f", futex),
        text(published.futex() / REQUESTS),
        Table.number("%,.0f", aThread(switches, threads)),
        String.format(Locale.ROOT, "%,d", published.switches() / published.threads()),
        Table.number("%,.0f", aThread(futex, threads)),
        String.format(Locale.ROOT, "%,d", published.futex() / published.threads()),
        String.format(
            Locale.ROOT,
            "%s of role %s (published %,d)",
            threads.map(count -> String.format(Locale.ROOT, "%,d", count)).orElse("none"),
            published.role(),
            published.threads()));
  }

  private static Optional<Double> aThread(Optional<Double> perRequest, Optional<Long> threads) {
    return perRequest.flatMap(each -> threads.map(count -> each * REQUESTS / count));
  }

  private static String text(double perRequest) {
    return String.format(Locale.ROOT, "%,.3f", perRequest);
  }
}

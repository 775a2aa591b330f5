package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.Knee;
import java.util.Locale;
import java.util.stream.Collectors;

/** The second sentence: where each server stops to scale, and how many steps count. */
record Breaks(Run run) {

  String sentence() {
    String knees = run.servers().stream().map(this::breaks).collect(Collectors.joining("; "));
    long failed = Answer.failed(run);
    String steps =
        failed == 0
            ? "no step failed its checks"
            : String.format(
                Locale.ROOT,
                "%,d of %,d steps failed their checks and count nowhere",
                failed,
                run.steps().size());
    return knees.isEmpty() ? steps + "." : knees + "; " + steps + ".";
  }

  private String breaks(String server) {
    Scaling scaling = Scaling.of(run, server);
    return scaling
        .knee()
        .map(knee -> server + words(knee))
        .orElseGet(() ->
            server + ": not measured where it breaks (valid at " + scaling.points() + " levels)");
  }

  private static String words(Knee knee) {
    return String.format(
        Locale.ROOT,
        knee.reached()
            ? " scales up to %,d concurrent and gains less than half of proportional beyond"
            : " still scales at %,d concurrent, the top level",
        knee.concurrency());
  }
}

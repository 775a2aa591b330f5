package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.Knee;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The second sentence: where each server stops to scale, and how many steps count.
 *
 * @param steps all of the run, also those of servers that the sentence is silent on
 */
record Breaks(Run run, List<Step> steps) {

  String sentence() {
    String knees = run.servers().stream().map(this::breaks).collect(Collectors.joining("; "));
    long failed = Answer.failed(steps);
    String count =
        failed == 0
            ? "no step failed its checks"
            : String.format(
                Locale.ROOT,
                "%,d of %,d steps failed their checks and count nowhere",
                failed,
                steps.size());
    return knees.isEmpty() ? count + "." : knees + "; " + count + ".";
  }

  private String breaks(String server) {
    Scaling scaling = Scaling.of(run, server);
    String where =
        scaling
            .knee()
            .map(Breaks::words)
            .orElseGet(
                () -> ": not measured where it breaks (valid at " + scaling.points() + " levels)");
    return server + where + cap(server);
  }

  private String cap(String server) {
    return ThreadCap.reached(run, server).map(cap -> " (" + cap.words() + ")").orElse("");
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

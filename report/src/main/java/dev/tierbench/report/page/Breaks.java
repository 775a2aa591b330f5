package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.Knee;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The second sentence: where each server stops to scale, and how many steps count.
 *
 * @param steps all of the run, also those of servers that the sentence is silent on
 */
record Breaks(Run run, List<Step> steps) {

  String sentence() {
    Map<Where, List<String>> alike =
        run.servers().stream()
            .collect(Collectors.groupingBy(this::where, LinkedHashMap::new, Collectors.toList()));
    String knees =
        alike.entrySet().stream()
            .map(group -> group.getKey().of(group.getValue()))
            .collect(Collectors.joining("; "));
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

  private Where where(String server) {
    Scaling scaling = Scaling.of(run, server);
    return new Where(
        scaling.knee(), scaling.points(), ThreadCap.reached(run, server).map(ThreadCap::words));
  }

  /** Where servers break, which several may have in common. */
  private record Where(Optional<Knee> knee, int levels, Optional<String> cap) {
    String of(List<String> servers) {
      String names = String.join(", ", servers).replaceFirst(", ([^,]*)$", " and $1");
      String why = cap.map(words -> " (" + words + ")").orElse("");
      return names + knee.map(at -> words(at, servers.size() > 1)).orElseGet(this::unknown) + why;
    }

    private String unknown() {
      return ": not measured where it breaks (valid at " + levels + " levels)";
    }

    private static String words(Knee knee, boolean several) {
      String form =
          knee.reached()
              ? several
                  ? " scale up to %,d concurrent and gain less than half of proportional beyond"
                  : " scales up to %,d concurrent and gains less than half of proportional beyond"
              : several
                  ? " still scale at %,d concurrent, the top level"
                  : " still scales at %,d concurrent, the top level";
      return String.format(Locale.ROOT, form, knee.concurrency());
    }
  }
}

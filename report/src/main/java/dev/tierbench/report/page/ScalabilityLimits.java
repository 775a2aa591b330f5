package dev.tierbench.report.page;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.Knee;
import dev.tierbench.report.stats.KneeInterval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The second sentence: where each server stops to scale, or between which levels where its trials
 * leave that open, and how many steps count.
 *
 * @param steps all of the run, also those of servers that the sentence leaves out
 */
record ScalabilityLimits(Run run, List<Step> steps) {

  private static final String VERB_ENDING = "{s}";

  String sentence() {
    Map<String, List<String>> alike =
        run.subjects().stream()
            .collect(Collectors.groupingBy(this::where, LinkedHashMap::new, Collectors.toList()));
    String knees =
        alike.entrySet().stream()
            .map(group -> inNumber(group.getValue(), group.getKey()))
            .collect(Collectors.joining("; "));
    String count = KeyFindings.failed(steps);
    return knees.isEmpty() ? count + "." : knees + "; " + count + ".";
  }

  private static String inNumber(List<String> servers, String where) {
    return String.join(", ", servers).replaceFirst(", ([^,]*)$", " and $1")
        + where.replace(VERB_ENDING, servers.size() > 1 ? "" : "s");
  }

  /** Describes the point at which a server stops scaling; equal texts are shown once. */
  private String where(String server) {
    Scaling scaling = Scaling.of(run, server);
    String cap = ThreadCap.reached(run, server).map(of -> " (" + of.description() + ")").orElse("");
    return scaling
            .kneeInterval()
            .map(knee -> description(knee, scaling.unseen()))
            .orElseGet(() ->
                scaling.points() == 1
                    ? ": one valid level does not tell where it breaks"
                    : ": not measured where it breaks (valid at no level)")
        + cap;
  }

  private static String description(KneeInterval interval, List<Integer> unseen) {
    Knee knee = interval.earliest();
    Knee latest = interval.latest();
    String at = Numbers.whole(knee.concurrency());
    if (!interval.isDecided() && latest.reached()) {
      return " stop{s} scaling between %s and %s concurrent, the trials not telling where%s"
          .formatted(at, Numbers.whole(latest.concurrency()), without(unseen));
    }
    if (!interval.isDecided()) {
      return (" scale{s} up to %s concurrent at least, the trials not telling whether to the top"
              + " level%s")
          .formatted(at, without(unseen));
    }
    if (!knee.reached()) {
      return " still scale{s} at %s concurrent%s"
          .formatted(at, unseen.isEmpty() ? ", the top level" : without(unseen));
    }
    return unseen.isEmpty()
        ? " scale{s} up to %s concurrent and gain{s} less than half of proportional beyond"
            .formatted(at)
        : (" scale{s} up to %s concurrent at least, and gain{s} less than half of proportional up"
                + " to %s%s")
            .formatted(at, Numbers.whole(knee.next()), without(unseen));
  }

  private static String without(List<Integer> unseen) {
    return unseen.isEmpty()
        ? ""
        : unseen.stream()
            .map(level -> Numbers.whole(level))
            .collect(Collectors.joining(", ", ", with no valid step at ", ""));
  }
}

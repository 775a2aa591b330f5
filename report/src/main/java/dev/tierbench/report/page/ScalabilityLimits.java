package dev.tierbench.report.page;

import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.Step;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.Knee;
import dev.tierbench.report.stats.KneeInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The second sentence: where each server stops to scale, or between which levels where its trials
 * leave that open, and how many steps count.
 *
 * @param steps all of the run, also those of servers that the sentence is silent on
 */
record ScalabilityLimits(Run run, List<Step> steps) {

  /**
   * Servers of which the same is said.
   *
   * @param knee empty when it was not measured
   * @param where said in place of a knee, and a cap that was reached
   */
  private record Group(
      List<String> servers, Optional<KneeInterval> knee, List<Integer> unseen, Where where) {

    boolean saysTheSame(Group other) {
      return knee.equals(other.knee) && unseen.equals(other.unseen) && where.equals(other.where);
    }

    Group with(Group other) {
      List<String> all = new ArrayList<>(servers);
      all.addAll(other.servers);
      return new Group(all, knee, unseen, where);
    }

    String text() {
      String verbEnding = servers.size() > 1 ? "" : "s";
      return String.join(", ", servers).replaceFirst(", ([^,]*)$", " and $1")
          + knee.map(at -> description(at, unseen).replace(VERB_ENDING, verbEnding))
              .orElse(where.unmeasured())
          + where.cap();
    }
  }

  private record Where(String unmeasured, String cap) {}

  private static final String VERB_ENDING = "{s}";

  String sentence() {
    List<Group> groups = new ArrayList<>();
    run.subjects().forEach(server -> add(groups, of(server)));
    String knees = groups.stream().map(Group::text).collect(Collectors.joining("; "));
    long failed = KeyFindings.failed(steps);
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

  private static void add(List<Group> groups, Group one) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).saysTheSame(one)) {
        groups.set(i, groups.get(i).with(one));
        return;
      }
    }
    groups.add(one);
  }

  private Group of(String server) {
    Scaling scaling = Scaling.of(run, server);
    String cap = ThreadCap.reached(run, server).map(of -> " (" + of.description() + ")").orElse("");
    String unmeasured =
        scaling.knee().isPresent()
            ? ""
            : ": not measured where it breaks (valid at " + scaling.points() + " levels)";
    return new Group(
        List.of(server), scaling.kneeInterval(), scaling.unseen(), new Where(unmeasured, cap));
  }

  private static String description(KneeInterval interval, List<Integer> unseen) {
    Knee knee = interval.earliest();
    String at = concurrent(knee);
    if (!interval.isDecided()) {
      return interval.latest().reached()
          ? " stop{s} scaling between "
              + String.format(Locale.ROOT, "%,d", knee.concurrency())
              + " and "
              + concurrent(interval.latest())
              + ", the trials not telling where"
              + without(unseen)
          : " scale{s} up to "
              + at
              + " at least, the trials not telling whether to the top level"
              + without(unseen);
    }
    if (unseen.isEmpty()) {
      return knee.reached()
          ? " scale{s} up to " + at + " and gain{s} less than half of proportional beyond"
          : " still scale{s} at " + at + ", the top level";
    }
    return (knee.reached()
            ? " scale{s} up to "
                + at
                + " at least, and gain{s} less than half of proportional up to "
                + String.format(Locale.ROOT, "%,d", knee.next())
            : " still scale{s} at " + at)
        + without(unseen);
  }

  private static String concurrent(Knee knee) {
    return String.format(Locale.ROOT, "%,d concurrent", knee.concurrency());
  }

  private static String without(List<Integer> unseen) {
    return unseen.isEmpty()
        ? ""
        : unseen.stream()
            .map(level -> String.format(Locale.ROOT, "%,d", level))
            .collect(Collectors.joining(", ", ", with no valid step at ", ""));
  }
}

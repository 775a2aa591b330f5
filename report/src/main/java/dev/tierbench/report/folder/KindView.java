package dev.tierbench.report.folder;

import dev.tierbench.metrics.Metric;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** All that the reports of the kinds of runs differ in, other than in values. */
public sealed interface KindView permits SweepView, SuiteView {

  /**
   * What is the same for all runs of a kind.
   *
   * @param subject what is compared
   * @param script what starts a run
   * @param axis the usual parameter on a horizontal axis
   * @param parameters of cells, by which they can be chosen
   * @param threshold least relative difference that matters, unless another is asked for
   * @param setupPaths paths in the manifest to what makes values of two runs hard to compare
   * @param summary metrics of the table of a terminal
   */
  record Traits(
      String subject,
      String script,
      String axis,
      Set<String> parameters,
      double threshold,
      List<String> setupPaths,
      List<Column> summary) {}

  /**
   * What is said of a run.
   *
   * @param operation in prose
   * @param cell name over a column of parameters
   * @param run what it is
   * @param setUp how its cells were measured
   * @param tracedWindow what the counts of threads are
   */
  record Texts(String operation, String cell, String run, String setUp, String tracedWindow) {}

  /** A metric under a head that is short enough for a terminal; {@code op} is the operation. */
  record Column(String head, Metric metric) {}

  /**
   * A section of the page.
   *
   * @param view what draws it
   * @param parts what it shows besides what it has for every kind
   */
  record Section(String id, String title, String view, List<String> parts) {}

  /** The view of a kind. */
  static KindView of(Kind kind) {
    return switch (kind) {
      case HTTP -> SweepView.INSTANCE;
      case SUITE -> SuiteView.INSTANCE;
    };
  }

  /** The traits of the kind. */
  Traits traits();

  /** Whether a subject stands beside a baseline, ends without a value, and grows by decades. */
  default boolean isOfCases() {
    return traits().parameters().contains(SuiteDescriptor.CASE);
  }

  /** The short word for an operation, as it stands in a unit. */
  String operation(Run run);

  /** What is said of a run of the kind. */
  Texts texts(Run run);

  /** The parameter by which those parameters have their place on a horizontal axis. */
  String axis(Run run, Parameters at);

  /** What has to be alike in the settings of a subject where it is compared. */
  Optional<JsonNode> comparedSettings(JsonNode settings);

  /** The part of those settings that is of the subject itself. */
  JsonNode ofSubject(JsonNode comparedSettings);

  /** The sections of the page of a run, in their order. */
  List<Section> sections(Run run);

  /** The sections of a kind before those that all have. */
  static List<Section> inOrder(
      Stream<Section> values, Section level, List<String> differences, List<String> validity) {
    return Stream.concat(
            values,
            Stream.of(
                level,
                new Section("profiles", "Where in the code", "profiles", List.of()),
                new Section(
                    "differences", "Differences with their evidence", "differences", differences),
                new Section("limits", "At the limits", "limits", List.of()),
                new Section("capacity", "On other cores", "capacity", List.of()),
                new Section("study", "The published study beside this run", "study", List.of()),
                new Section("validity", "Validity", "validity", validity),
                new Section("provenance", "Provenance", "provenance", List.of())))
        .toList();
  }
}

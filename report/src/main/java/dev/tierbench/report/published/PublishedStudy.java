package dev.tierbench.report.published;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.run.descriptor.SuiteDescriptor.Published;
import dev.tierbench.run.record.Resources;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The study that a run repeats, with its values beside those of the run.
 *
 * @param study the publication
 * @param defects of the study, and what was done about each
 */
public record PublishedStudy(String study, List<String> defects, List<PublishedTable> tables) {

  private static final YAMLMapper YAML =
      YAMLMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  /** A study in the words of a suite's descriptor. */
  private record Described(
      String study, String baseline, List<String> defects, List<Published> published) {}

  /** The study of the servers, as its file states it. */
  record OfServers(String study, String baseline, List<Defect> defects, List<Published> published) {

    private boolean concerns(Run run) {
      return run.manifest()
              .sweep()
              .filter(plan ->
                  plan.echoDelay().isPresent()
                      || plan.database().isPresent()
                      || plan.workload().isPresent())
              .isEmpty()
          && published.stream().anyMatch(table -> !PublishedTable.subjects(run, table).isEmpty());
    }

    private Described of(Run run) {
      return new Described(
          study, baseline, defects.stream().map(defect -> defect.text(run)).toList(), published);
    }
  }

  /**
   * The study of a suite, or of the servers of a sweep that was measured near one of its levels;
   * empty for a run of neither.
   */
  public static Optional<PublishedStudy> of(Run run) {
    return described(run)
        .map(of ->
            new PublishedStudy(
                of.study(),
                of.defects(),
                of.published().stream()
                    .filter(table -> !table.values().isEmpty())
                    .flatMap(table ->
                        Metrics.named(table.metric()).stream()
                            .map(metric -> PublishedTable.of(run, of.baseline(), table, metric))
                            .filter(PublishedTable::isMeasured))
                    .toList()))
        .filter(
            of -> !of.tables().isEmpty() || (run.view().isOfCases() && !of.defects().isEmpty()));
  }

  private static Optional<Described> described(Run run) {
    return run.view().isOfCases()
        ? run.suitePlan()
            .map(plan -> plan.descriptor())
            .map(of -> new Described(of.study(), of.baseline(), of.defects(), of.published()))
        : Optional.of(
                YAML.readValue(Resources.text(PublishedStudy.class, "study.yml"), OfServers.class))
            .filter(study -> study.concerns(run))
            .map(study -> study.of(run));
  }
}

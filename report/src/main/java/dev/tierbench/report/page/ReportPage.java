package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.capacity.CapacityText;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.ComparisonRecord;
import dev.tierbench.report.compare.ComparisonText;
import dev.tierbench.report.finding.KeyFindings;
import dev.tierbench.report.finding.RunAnalysis;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Baseline;
import dev.tierbench.report.metric.Words;
import dev.tierbench.report.published.PublishedStudy;
import dev.tierbench.report.summary.LimitTables;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One HTML file that needs no network. All text of a run is data in it, never markup. */
public final class ReportPage {

  public static final String SCHEMA = "tierbench/page/1";

  private static final String A = "A: ";
  private static final String B = "B: ";

  private ReportPage() {}

  /** The page of one run. */
  public static String ofRun(RunAnalysis analysis) {
    return ofRun(analysis, Optional.empty());
  }

  /** The same with what its servers would answer on other cores. */
  public static String ofRun(RunAnalysis analysis, Optional<CapacityText> capacity) {
    Run run = analysis.run();
    Map<String, Object> page = sections(analysis, KeyFindings.of(analysis));
    putComparisons(page, shown(analysis).toList());
    PublishedStudy.of(run).ifPresent(study -> page.put("published_study", study));
    capacity.ifPresent(text -> page.put("capacity_text", text));
    return HtmlShell.page(run.name(), page);
  }

  /** All pairs of servers; of the many implementations of a suite those with the baseline. */
  private static Stream<Comparison> shown(RunAnalysis analysis) {
    String baseline = Baseline.of(analysis.run()).subject();
    return analysis.comparisons().stream()
        .filter(pair ->
            !analysis.run().view().isOfCases()
                || pair.a().text().equals(baseline)
                || pair.b().text().equals(baseline));
  }

  /** Both sides of a comparison as one page, the servers marked {@code A} and {@code B}. */
  public static String ofComparison(Comparison comparison) {
    RunAnalysis analysis = RunAnalysis.ofBoth(comparison, A, B);
    Map<String, Object> page = sections(analysis, KeyFindings.ofBoth(analysis));
    putComparisons(page, List.of(comparison));
    return HtmlShell.page(analysis.run().name(), page);
  }

  /** Comparisons whose rows were all made in one way. */
  private static void putComparisons(Map<String, Object> page, List<Comparison> comparisons) {
    page.put("comparison_records", comparisons.stream().map(ComparisonRecord::of).toList());
    comparisons.stream()
        .max(Comparator.comparing(one -> one.levelOfRounds().isPresent()))
        .ifPresent(one -> page.put("comparison_explanation", ComparisonText.explanation(one)));
  }

  private static Map<String, Object> sections(RunAnalysis analysis, KeyFindings answer) {
    Run run = analysis.run();
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("schema", SCHEMA);
    page.put("name", run.name());
    page.put("read_problems", run.readProblems());
    page.put("key_findings", answer);
    page.put("sections", run.view().sections(run));
    page.put("servers", run.subjects());
    page.put("places", run.subjects().stream().map(run::place).toList());
    page.put("bounds", run.subjects().stream().filter(run::isBound).toList());
    page.put("words", Words.of(run));
    page.put("cell_data", CellData.of(run));
    page.put("axis_data", AxisData.of(run));
    page.put("main_metrics", Metrics.main(run.kind()).stream().map(Metric::id).toList());
    page.put(
        "role_metrics", Metrics.ofRole().stream().map(m -> title(m, run.operation())).toList());
    page.put("plot_data", PlotData.of(run));
    page.put("level_data", LevelData.of(run));
    page.put("validity_data", ValidityData.of(run));
    page.put("host_speed_data", HostSpeedData.of(run));
    page.put("noise_data", NoiseData.of(analysis.noise(), run));
    page.put("provenance", Provenance.of(run));
    page.put("thread_data", ThreadData.of(run));
    page.put("profile_data", ProfileData.of(run));
    page.put("limit_tables", LimitTables.of(run));
    if (run.view().isOfCases()) {
      page.put("suite_data", SuiteData.of(run, analysis.comparisons()));
    }
    return page;
  }

  private static Map<String, String> title(Metric metric, String operation) {
    return Map.of("id", metric.id(), "title", metric.title(operation));
  }
}

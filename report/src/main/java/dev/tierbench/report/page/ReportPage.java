package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.compare.Comparison;
import dev.tierbench.report.compare.ComparisonRecord;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.NoiseFloor;
import dev.tierbench.run.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One HTML file that needs no network. All text of a run is data in it, never markup. */
public final class ReportPage {

  public static final String SCHEMA = "tierbench/page/1";

  private static final String A = "A: ";
  private static final String B = "B: ";

  private ReportPage() {}

  /** The page of one run. */
  public static String ofRun(Run run) {
    return switch (run.kind()) {
      case HTTP -> {
        Map<String, Object> page = sections(run, KeyFindings.of(run), NoiseFloor.of(run));
        page.put("comparisons", ServerComparisons.of(run));
        page.put("study", Study.of(run));
        yield HtmlShell.page(run.name(), page);
      }
      case SUITE -> {
        SuiteData suite = SuiteData.of(run, NoiseFloor.of(run));
        Map<String, Object> page = sections(run, suite.answer(), NoiseFloor.of(run));
        page.put("comparisons", suite.comparisons());
        page.put("suite", suite);
        yield HtmlShell.page(run.name(), page);
      }
    };
  }

  /** Both sides of a comparison as one page, the servers marked {@code A} and {@code B}. */
  public static String ofComparison(Comparison comparison) {
    Run both = Run.sideBySide(comparison.a().run(), A, comparison.b().run(), B);
    NoiseFloor noise = comparison.a().noise().renamed(A).or(comparison.b().noise().renamed(B));
    Optional<SuiteData> suite =
        both.kind() == Kind.SUITE ? Optional.of(SuiteData.of(both, noise)) : Optional.empty();
    Map<String, Object> page =
        sections(
            both, suite.map(SuiteData::answer).orElseGet(() -> KeyFindings.of(both, noise)), noise);
    suite.ifPresent(data -> page.put("suite", data));
    page.put("comparisons", List.of(ComparisonRecord.of(comparison)));
    return HtmlShell.page(both.name(), page);
  }

  private static Map<String, Object> sections(Run run, KeyFindings answer, NoiseFloor noise) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("schema", SCHEMA);
    page.put("name", run.name());
    page.put("operation", run.kind() == Kind.HTTP ? "request" : run.operation());
    page.put("read_problems", run.readProblems());
    page.put("answer", answer);
    page.put("servers", run.subjects());
    page.put("places", run.subjects().stream().map(run::place).toList());
    page.put("bounds", run.subjects().stream().filter(run::isBound).toList());
    page.put("levels", run.parameters().stream().map(run::position).toList());
    page.put("main_metrics", Metrics.main(run.kind()).stream().map(Metric::id).toList());
    page.put("role_metrics", Metrics.ofRole().stream().map(m -> title(m, run.kind())).toList());
    page.put("plots", PlotData.of(run));
    page.put("details", LevelData.of(run));
    page.put("validity", ValidityData.of(run));
    page.put("noise", NoiseData.of(noise, run.kind()));
    page.put("provenance", Provenance.of(run));
    page.put("threads", ThreadData.of(run));
    return page;
  }

  private static Map<String, String> title(Metric metric, Kind kind) {
    return Map.of("id", metric.id(), "title", metric.title(kind));
  }
}

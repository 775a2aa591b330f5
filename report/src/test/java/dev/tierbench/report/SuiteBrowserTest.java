package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page of a suite in a real browser. {@code -Dtierbench.screenshots=DIR} keeps what it looks
 * like.
 */
@Tag("process")
class SuiteBrowserTest extends PageInBrowser {

  /**
   * Every shaded cell of the matrix, for each metric and baseline, that no verdict stands behind.
   */
  private static final String SHADES_WITHOUT_VERDICT =
      """
      (() => {
        const page = JSON.parse(document.getElementById('data').textContent);
        const [metrics, baselines] = [...document.querySelectorAll('#matrix select')];
        const set = (box, value) => { box.value = value; box.dispatchEvent(new Event('change')); };
        const median = (metric, server, cell) => page.plot_data.metrics.find((m) => m.id === metric)
          .series.find((line) => line.server === server).levels.find((point) => point.cell === cell).median;
        const wrong = [];
        let shaded = 0;
        for (const metric of [...metrics.options].map((option) => option.value)) {
          for (const baseline of [...baselines.options].map((option) => option.value)) {
            set(metrics, metric);
            set(baselines, baseline);
            [...document.querySelectorAll('#matrix .matrix tbody tr')].forEach((row, r) => {
              [...row.querySelectorAll('td')].forEach((cell, c) => {
                const [, side, strength] = /(better|worse)-(slight|strong)/.exec(cell.className) || [];
                if (!side) return;
                shaded++;
                const pair = [baseline, page.servers[c]];
                const found = page.suite_data.verdicts.find((v) => v.metric === metric
                  && v.cell === page.cell_data[r].id && pair.includes(v.a) && pair.includes(v.b));
                const turned = {better: 'worse', worse: 'better'};
                const own = found && (found.b === page.servers[c] ? found.finding : turned[found.finding]);
                const ratio = found && median(metric, found.b, found.cell) / median(metric, found.a, found.cell);
                const apart = Math.max(ratio, 1 / ratio) - 1;
                if (own !== side || (strength === 'strong') !== (apart >= 0.1)) wrong.push(metric + ' ' + pair);
              });
            });
          }
        }
        return {shaded, wrong};
      })()
      """;

  private static Path page;

  @BeforeAll
  static void write() {
    page = report("run", new SuiteGenerator());
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void thePageIsReadableWithoutAnErrorOrARequest(int width, boolean dark)
      throws IOException, InterruptedException {
    assertReadable(page, width, dark);
    assertThat(browser.value("document.querySelectorAll('#plots canvas').length").intValue())
        .isEqualTo(4);
    keepScreenshot(width, dark);
  }

  @Test
  void theMatrixShadesNothingButVerdicts() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    var shades = browser.value(SHADES_WITHOUT_VERDICT);
    assertThat(shades.path("wrong").valueStream()).isEmpty();
    assertThat(shades.path("shaded").intValue()).isPositive();
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void oneTrialHasNoShadeAndThePageSaysWhy() throws IOException, InterruptedException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.trials = 1;
    browser.open(report("one", generator), "", 1_280, false);
    assertThat(browser.value(SHADES_WITHOUT_VERDICT).path("shaded").intValue()).isZero();
    assertThat(text("#matrix")).contains("one trial: no verdict");
    assertThat(text("#ranks")).contains("no rank");
  }

  @Test
  void aCellWithoutAValueShowsItsOutcomeAndNeverANumberOfItsOwn() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    List<String> last =
        browser
            .value(
                "[...document.querySelectorAll('#matrix .matrix tbody tr:last-child td')].map(c => c.textContent)")
            .valueStream()
            .map(cell -> cell.asString())
            .toList();
    assertThat(last.get(2)).isEqualTo("○ predicted 500 s");
    assertThat(last.get(3)).isEqualTo("✕ out-of-memory");
  }

  @Test
  void theLinkOfACellOpensItsValuesAndThreads() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    browser.value("document.querySelector('#matrix .matrix tbody a').click()");
    browser.await("location.hash === '#case=range,size=10'");
    browser.await("document.querySelector('#level-body h3').textContent === 'range, 10 sleeps'");
    browser.await("document.querySelectorAll('.long .name').length > 5");
    assertThat(text("#level-body")).contains("allocation, B/sleep", "per 1,000 sleeps");
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void moreThanEightImplementationsAreTwoByTwoDifferent() throws IOException, InterruptedException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.trials = 1;
    generator.sizes = List.of(10, 100);
    generator.implementations = IntStream.range(0, 20).mapToObj(i -> "pool-" + i).toList();
    browser.open(report("many", generator), "", 1_280, false);
    assertThat(
            browser
                .value(
                    "[...document.querySelectorAll('#plots .legend .mark')].map(m => m.className + m.textContent)")
                .valueStream()
                .map(mark -> mark.asString()))
        .hasSize(20)
        .doesNotHaveDuplicates();
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void bothSidesOfAComparisonStandInOneMatrix() throws InterruptedException {
    SuiteGenerator other = new SuiteGenerator();
    other.seed = 2;
    String b = other.write(temp.resolve("b")).toString();
    Path both = temp.resolve("both.html");
    Programs.run("compare", page.getParent().toString(), b, "--html", both.toString());
    browser.open(both, "", 1_280, false);
    assertThat(text("#matrix thead")).contains("A: jdk-virtual", "B: jdk-virtual");
    assertThat(browser.errors).isEmpty();
  }

  private static Path report(String name, SuiteGenerator generator) {
    Path run = generator.write(temp.resolve(name));
    Programs.run("report", run.toString());
    return run.resolve("report.html");
  }

  private static void keepScreenshot(int width, boolean dark)
      throws IOException, InterruptedException {
    String folder = System.getProperty("tierbench.screenshots");
    if (folder != null) {
      Files.createDirectories(Path.of(folder));
      String theme = width + (dark ? "-dark" : "-light") + ".png";
      browser.stretch(width, 12_000);
      for (String part : List.of("answer", "matrix", "ranks", "plots", "study")) {
        browser.screenshot(Path.of(folder, "suite-" + part + "-" + theme), "#" + part, 3_000);
      }
    }
  }
}

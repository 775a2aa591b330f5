package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The page in a real browser. {@code -Dtierbench.screenshots=DIR} keeps what it looks like, and
 * {@code -Dtierbench.screenshots.of=FILE} takes the pictures of another report.
 */
@Tag("process")
class BrowserTest extends PageInBrowser {

  private static Path page;

  @BeforeAll
  static void write() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.threads = 2_600;
    generator.servers = List.of(RunGenerator.TOMCAT, RunGenerator.NETTY, RunGenerator.CONTROL);
    Path run = generator.write(temp.resolve("run"));
    Programs.run("report", run.toString());
    page = run.resolve("report.html");
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void thePageIsReadableWithoutAnErrorOrARequest(int width, boolean dark)
      throws IOException, InterruptedException {
    assertReadable(page, width, dark);
    assertThat(browser.value("document.querySelectorAll('canvas').length").intValue())
        .isGreaterThanOrEqualTo(12);
    keepScreenshot(width, dark);
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "390, true"})
  void aPredictionIsReadableInASectionOfItsOwn(int width, boolean dark)
      throws IOException, InterruptedException {
    Path predicted = temp.resolve("predicted.html");
    Programs.run(
        "report",
        "--predict",
        "cores=32",
        "--out",
        predicted.toString(),
        page.getParent().toString());
    assertReadable(predicted, width, dark);
    assertThat(browser.value("document.querySelectorAll('#capacity table').length").intValue())
        .isEqualTo(3);
    assertThat(text("#capacity")).contains("the server on 32 cores", "Assumed:");
  }

  @ParameterizedTest
  @CsvSource({"1280, false", "390, true"})
  void aProfileIsWalkedByKeyboardAndComparedWithAnother(int width, boolean dark)
      throws IOException, InterruptedException {
    RunGenerator generator = new RunGenerator();
    generator.stacks =
        Map.of(
            ProfileKind.CPU,
            Stacks.parse(
                "worker;a.Thread.run;a.Handler.handle 60000\ngc;GC;mark [libjvm.so] 9000\n"),
            ProfileKind.ALLOC,
            Stacks.parse("worker;a.Thread.run;a.Buffer.make 4000\n"));
    Path run = generator.write(temp.resolve("profiled-" + width));
    Programs.run("report", run.toString());
    assertReadable(run.resolve("report.html"), width, dark);
    browser.await("document.querySelectorAll('#profiles .frame').length === 7");
    browser.value("document.querySelector('#profiles .frame').focus()");
    for (String key : List.of("ArrowDown", "ArrowDown", "ArrowDown", "Enter")) {
      browser.value(
          "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '"
              + key
              + "', bubbles: true}))");
    }
    assertThat(text("#profiles .frame-line")).startsWith("a.Handler.handle: ");
    assertThat(browser.value("document.querySelectorAll('#profiles .frame').length").intValue())
        .isEqualTo(4);
    choose("Compare with B", "5");
    browser.await("document.querySelector('#profiles').textContent.includes('B − A self')");
    assertThat(text("#profiles .frame-line")).contains("B − A");
    choose("Of", "alloc");
    browser.await("document.querySelector('#profiles').textContent.includes('a.Buffer.make')");
    assertFits(width);
    assertThat(browser.errors).isEmpty();
    keepScreenshot(width, dark);
  }

  private static void choose(String label, String value) {
    browser.value(
        """
        (() => {
          const label = [...document.querySelectorAll('#profiles label')].find((l) => l.textContent === '%s');
          const select = document.getElementById(label.getAttribute('for'));
          select.value = '%s';
          select.dispatchEvent(new Event('change'));
        })()
        """
            .formatted(label, value));
  }

  @Test
  void aLevelOpensItsThreadsAndAThreadItsCalls() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    browser.value("document.querySelector('.levels a[href=\"#level=800\"]').click()");
    browser.await("document.querySelector('#level-body h3').textContent.startsWith('800 ')");
    browser.await("document.querySelectorAll('.long .name').length > 5");
    browser.value("document.querySelector('.long .name').click()");
    browser.await("document.querySelector('.thread-detail table') !== null");
    assertThat(text(".thread-detail")).contains("futex", "calls", "TID");
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void aClickOnAPlotOpensTheLevelThere() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    browser.value(
        "(() => { const c = document.querySelector('#plots canvas'); const r = c.getBoundingClientRect();"
            + " c.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: r.x + r.width * 0.18,"
            + " clientY: r.y + r.height * 0.5})); })()");
    browser.await("location.hash === '#level=200'");
    browser.await("document.querySelector('#level-body h3').textContent.startsWith('200 ')");
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void hoveringTellsTheFiguresOfEveryServerAtTheNearestLevel() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    browser.value(
        "(() => { const c = document.querySelector('#plots canvas'); c.scrollIntoView();"
            + " const r = c.getBoundingClientRect(); c.dispatchEvent(new MouseEvent('mousemove',"
            + " {bubbles: true, clientX: r.x + r.width * 0.6, clientY: r.y + r.height * 0.5})); })()");
    browser.await("Chart.getChart(document.querySelector('#plots canvas')).tooltip.opacity > 0");
    assertThat(
            browser
                .value(
                    "Chart.getChart(document.querySelector('#plots canvas')).tooltip.body.flatMap(b => b.lines).join(';')")
                .asString())
        .contains("tomcat-platform: ", "webflux-reactor: ", "n = 3");
  }

  @Test
  void thousandsOfThreadsStayFewRowsAndAreAllThere() throws InterruptedException {
    browser.open(page, "#level=2600", 1_280, false);
    browser.await("document.querySelectorAll('.long tbody tr').length > 5");
    assertThat(text(".threads")).contains("2,600 of 2,600 threads");
    assertThat(browser.value("document.querySelectorAll('.long tbody tr').length").intValue())
        .isLessThan(80);
    browser.value("document.querySelector('.long').scrollTop = 1e9");
    browser.await(
        "document.querySelector('.long tbody tr:nth-last-child(2)').getAttribute('aria-rowindex') === '2601'");
    browser.value(
        "(() => { const s = document.querySelector('.threads input'); s.value = 'exec-2599';"
            + " s.dispatchEvent(new Event('input')); })()");
    browser.await("document.querySelector('.threads').textContent.includes('1 of 2,600 threads')");
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void twoServersStandSideBySide() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    assertThat(text("#syscalls")).contains("futex", "only A", "recvfrom", "only B", "noise", "±");
    browser.await("document.querySelector('#threads select') !== null");
    browser.value(
        "(() => { const s = document.querySelector('#threads select'); s.value = 'side by side';"
            + " s.dispatchEvent(new Event('change')); })()");
    browser.await("document.querySelector('.threads').textContent.includes('B − A')");
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void aColumnSortsByItsButtonWhichTheKeyboardReaches() throws InterruptedException {
    browser.open(page, "", 1_280, false);
    browser.value("document.querySelector('#differences .sort').focus()");
    browser.call(
        "Input.dispatchKeyEvent",
        java.util.Map.of(
            "type", "keyDown", "key", "Enter", "text", "\r", "windowsVirtualKeyCode", 13));
    browser.await("document.activeElement.closest('#differences th[aria-sort]') !== null");
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void theThemeIsTheScreensUntilTheButtonSaysOtherwise() throws InterruptedException {
    browser.open(page, "", 1_280, true);
    assertThat(text(".quiet-button")).isEqualTo("Light");
    String dark = browser.value("Chart.defaults.color").asString();
    browser.value("document.querySelector('.quiet-button').click()");
    assertThat(text(".quiet-button")).isEqualTo("Dark");
    assertThat(browser.value("Chart.defaults.color").asString()).isNotEqualTo(dark);
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void everyServerIsHeldAgainstTheFloor() throws InterruptedException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of("netty-floor", "tomcat-platform");
    generator.noise = 0;
    Path run = generator.write(temp.resolve("floor"));
    Programs.run("report", run.toString());
    browser.open(run.resolve("report.html"), "", 1_280, false);
    // 150 us of CPU against 85.
    assertThat(text("#plots")).contains("× floor", "1.76");
    assertThat(browser.errors).isEmpty();
  }

  @Test
  void hostileTextIsShownAndNotRun() throws InterruptedException {
    Path hostile = ReportPageTest.hostile(temp);
    browser.open(hostile, "", 390, false);
    browser.await("document.querySelectorAll('.long .name').length > 5");
    assertThat(browser.value("document.title").asString()).isEqualTo("hostile – tierbench");
    assertThat(browser.value("document.scripts.length").intValue()).isEqualTo(3);
    assertThat(browser.value("document.images.length").intValue()).isZero();
    assertThat(text(".note"))
        .contains("</script><script>document.title='broken'</script>", "\\u202e");
    assertThat(text(".long")).contains("<img src=x onerror=alert(1)>");
    assertThat(browser.value("document.documentElement.scrollWidth").intValue())
        .isLessThanOrEqualTo(390);
    assertThat(browser.errors).isEmpty();
  }

  private static void keepScreenshot(int width, boolean dark)
      throws IOException, InterruptedException {
    String folder = System.getProperty("tierbench.screenshots");
    if (folder != null) {
      String other = System.getProperty("tierbench.screenshots.of");
      if (other != null) {
        browser.open(Path.of(other), "", width, dark);
      }
      browser.await("document.querySelectorAll('.long tbody tr').length > 5");
      Files.createDirectories(Path.of(folder));
      String theme = width + (dark ? "-dark" : "-light") + ".png";
      browser.stretch(width, 12_000);
      browser.screenshot(Path.of(folder, "head-" + theme), "html", 900);
      for (String part :
          List.of("plots", "level", "syscalls", "differences", "profiles", "validity")) {
        browser.screenshot(Path.of(folder, part + "-" + theme), "#" + part, 3_000);
      }
    }
  }
}

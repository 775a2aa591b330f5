package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A browser for the tests of one class, and what holds of every page in it. */
abstract class PageInBrowser {

  /** The least contrast of text by WCAG AA, of every element with text of its own. */
  private static final String POOR_CONTRAST =
      """
      (() => {
        const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
        const rgba = (colour) => {
          canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data];
        };
        const light = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
        const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
        const ground = (e) => {
          for (; e; e = e.parentElement) {
            const c = rgba(getComputedStyle(e).backgroundColor);
            if (c[3] > 250) return c;
          }
          return [255, 255, 255, 255];
        };
        const poor = [];
        for (const e of document.body.querySelectorAll('*')) {
          const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '');
          if (!own || e.closest('script,noscript') || e.getClientRects().length === 0) continue;
          const style = getComputedStyle(e);
          const a = luminance(rgba(style.color)), b = luminance(ground(e));
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const mark = e.getAttribute('aria-hidden') === 'true';
          if (ratio < (mark ? 3 : 4.5)) poor.push(ratio.toFixed(2) + ' ' + e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30));
        }
        return poor;
      })()
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  static Path temp;

  static Chromium browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Optional<Path> chromium = Chromium.find();
    assumeTrue(
        chromium.isPresent(), "no Chromium on the PATH: sudo apt-get install chromium runs this");
    browser = new Chromium(chromium.get(), Files.createDirectory(temp.resolve("profile")));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (browser != null) {
      browser.end();
      browser = null;
    }
  }

  @BeforeEach
  void forget() {
    browser.errors.clear();
    browser.requests.clear();
  }

  /** Opens a page: no error, no request, no sideways scrolling, and enough contrast. */
  static void assertReadable(Path page, int width, boolean dark) throws InterruptedException {
    browser.open(page, "", width, dark);
    browser.await("document.querySelectorAll('.long tbody tr').length > 5");
    assertThat(browser.errors).isEmpty();
    assertThat(browser.requests.stream().filter(url -> !url.equals("about:blank")).toList())
        .isEqualTo(List.of(page.toUri().toString()));
    assertFits(width);
  }

  /** No sideways scrolling, and enough contrast. */
  static void assertFits(int width) {
    assertThat(browser.value("document.documentElement.scrollWidth").intValue())
        .isLessThanOrEqualTo(width);
    assertThat(browser.value(POOR_CONTRAST).valueStream().map(node -> node.asString())).isEmpty();
  }

  static String text(String selector) {
    return browser
        .value("document.querySelector(" + RunJson.toJsonLine(selector) + ").textContent")
        .asString();
  }
}

package dev.tierbench.report.page;

import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;

/**
 * The frame around the data: style, the charting library, our own script, and a content security
 * policy that allows these by their hashes and nothing else.
 */
public final class HtmlShell {

  private static final String CHARTS = "chart.umd.min.js";
  private static final String TREES = "d3-hierarchy.min.js";

  private HtmlShell() {}

  /** A page that carries its data. */
  static String page(String title, Map<String, Object> data) {
    return page(
        title,
        data,
        library("chart.js", CHARTS) + "\n" + library("d3-hierarchy", TREES),
        "page.js",
        "");
  }

  /** A page without data, which reads the events of the server that it came from. */
  public static String livePage() {
    return page("live", Map.of(), library("chart.js", CHARTS), "live.js", "; connect-src 'self'");
  }

  private static String page(
      String title, Map<String, Object> data, String libraries, String module, String policy) {
    String script = LinkedScript.of(module);
    return document(
        title,
        "; script-src " + hash(libraries) + " " + hash(script) + policy,
        """
        <noscript><p>This report draws its tables and plots with its own script.</p></noscript>
        <script type="application/json" id="data">%s</script>
        <script>%s</script>
        <script>%s</script>\
        """
            .formatted(Escape.json(RunJson.toJsonLine(data)), libraries, script));
  }

  /**
   * A page with the style of all pages.
   *
   * @param policy what is allowed besides the style
   */
  public static String document(String title, String policy, String body) {
    String style = resource("page.css");
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'%s; style-src %s; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>%s</title>
    <style>%s</style>
    </head>
    <body>
    %s
    </body>
    </html>
    """
        .formatted(policy, hash(style), Escape.html(title + " – tierbench"), style, body);
  }

  /** A file of a library, whose version stands in its own package. */
  private static String library(String name, String file) {
    String path = "/META-INF/maven/org.webjars.npm/" + name + "/pom.properties";
    Properties pom = new Properties();
    try (InputStream in = HtmlShell.class.getResourceAsStream(path)) {
      pom.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
    return resource(
        "/META-INF/resources/webjars/%s/%s/dist/%s"
            .formatted(name, pom.getProperty("version"), file));
  }

  private static String resource(String name) {
    return Resources.text(HtmlShell.class, name);
  }

  private static String hash(String inline) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(inline.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

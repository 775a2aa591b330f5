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
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The frame around the data: style, the charting library, our own script, and a content security
 * policy that allows these by their hashes and nothing else.
 */
public final class HtmlShell {

  private static final List<String> SCRIPTS =
      List.of(
          "data.js",
          "format.js",
          "dom.js",
          "theme.js",
          "tables.js",
          "charts.js",
          "overview.js",
          "levels.js",
          "threads.js",
          "syscalls.js",
          "evidence.js",
          "flame.js",
          "profiles.js",
          "suite.js",
          "matrix.js",
          "ranks.js",
          "growth.js",
          "page.js");
  private static final List<String> LIVE_SCRIPTS =
      List.of("format.js", "dom.js", "theme.js", "tables.js", "charts.js", "live.js");

  private static final String CHARTS = "chart.umd.min.js";
  private static final String TREES = "d3-hierarchy.min.js";

  private HtmlShell() {}

  /** A page that carries its data. */
  static String page(String title, Map<String, Object> data) {
    return page(
        title,
        data,
        library("chart.js", CHARTS) + "\n" + library("d3-hierarchy", TREES),
        SCRIPTS,
        "");
  }

  /** A page without data, which reads the events of the server that it came from. */
  public static String livePage() {
    return page(
        "live", Map.of(), library("chart.js", CHARTS), LIVE_SCRIPTS, "; connect-src 'self'");
  }

  private static String page(
      String title,
      Map<String, Object> data,
      String libraries,
      List<String> scripts,
      String policy) {
    String script = joined(scripts);
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
  static String document(String title, String policy, String body) {
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

  private static String joined(List<String> scripts) {
    return scripts.stream()
        .map(HtmlShell::resource)
        .collect(Collectors.joining("\n", "(() => {\n'use strict';\n", "\n})();\n"));
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

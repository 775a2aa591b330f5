package dev.tierbench.report.docs;

import dev.tierbench.report.page.Escape;
import dev.tierbench.report.page.HtmlShell;
import dev.tierbench.report.page.HtmlTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of a folder on one page that needs no network: their origin, values and plots. */
public final class Gallery {

  /** Name of the page in the folder. */
  public static final String FILE = "index.html";

  private static final String INTRODUCTION =
      """
      <p>Each result was made by the command that stands with it. Points are medians of the valid \
      trials or rounds, bands reach from the least to the most. A cell without a valid one \
      has no values; its verdict says whether it failed, was predicted or was refused. A value that \
      was not measured is –.</p>\
      """;

  private Gallery() {}

  /**
   * Makes the page of every result with an origin, the newest first, and links to summaries that
   * have none.
   *
   * @throws IOException when a result cannot be read or used, naming its file
   */
  public static String of(Path folder) throws IOException {
    List<GalleryResult> results = new ArrayList<>();
    for (Path json : files(folder, ".json")) {
      results.add(GalleryResult.read(KeptResult.sibling(json, ".csv")));
    }
    results.sort(
        Comparator.comparing((GalleryResult result) -> result.origin().date())
            .reversed()
            .thenComparing(GalleryResult::name));
    StringBuilder sections = new StringBuilder();
    for (GalleryResult result : results) {
      sections.append(html(result)).append('\n');
    }
    return HtmlShell.document(
        "Kept results",
        "; img-src data:",
        Stream.of(
                "<header><h1>Kept results</h1></header>",
                "<main>",
                INTRODUCTION,
                contents(results),
                sections,
                withoutOrigin(folder),
                "</main>")
            .collect(Collectors.joining("\n")));
  }

  private static String html(GalleryResult result) throws IOException {
    try {
      return result.html();
    } catch (IllegalArgumentException e) {
      throw new IOException(result.name() + ".csv cannot be shown: " + e.getMessage(), e);
    }
  }

  private static String contents(List<GalleryResult> results) {
    return new HtmlTable(
            "Results",
            List.of("result", "commit", "host"),
            results.stream()
                .map(result ->
                    List.of(
                        "<a href=\"#%1$s\">%1$s</a>".formatted(Escape.html(result.name())),
                        Escape.html(result.origin().commit()),
                        Escape.html(result.origin().host())))
                .toList())
        .html();
  }

  /** Links to summaries of runs from before results were kept with their values. */
  private static String withoutOrigin(Path folder) throws IOException {
    String links =
        files(folder, ".md").stream()
            .filter(file -> !file.getFileName().toString().equals("README.md"))
            .filter(file -> !Files.exists(KeptResult.sibling(file, ".json")))
            .map(file -> "<li>" + GalleryResult.link(file) + "</li>")
            .collect(Collectors.joining("\n"));
    return links.isEmpty() ? "" : "<h2>Summaries alone</h2>\n<ul>\n" + links + "\n</ul>";
  }

  private static List<Path> files(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().endsWith(end)).sorted().toList();
    }
  }
}

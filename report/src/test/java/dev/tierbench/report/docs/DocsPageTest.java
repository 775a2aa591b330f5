package dev.tierbench.report.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class DocsPageTest {

  private static final String CSV =
      """
      subject,concurrency,verdict,throughput_rps,throughput_rps_min,throughput_rps_max
      tomcat,200,WARN,3928.26,3901,3940.2
      netty,200,PASS,3935,,
      tomcat,1800,WARN,,,
      """;
  private static final String JSON =
      """
      {"date": "2026-01-02", "commit": "abc123", "host": "2 cores", "command": "./run.sh"}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void keepAResult() throws IOException {
    Files.createDirectories(folder.resolve("results"));
    Files.writeString(folder.resolve("results/kept.csv"), CSV);
    Files.writeString(folder.resolve("results/kept.json"), JSON);
  }

  @Test
  void aTableHasTheRowsAskedForInTheOrderOfThePageAndTheOriginOfItsValues() throws IOException {
    assertThat(
            made(
                "columns: subject as server, throughput_rps as req/s, verdict;"
                    + "\n rows: concurrency=1800; rows: concurrency=200, subject=tomcat|netty"))
        .isEqualTo(
            """
            | server | req/s | verdict |
            | --- | ---: | --- |
            | tomcat | – | WARN |
            | tomcat | 3,928 | WARN |
            | netty | 3,935 | PASS |

            Measured on 2026-01-02 at commit `abc123`, 2 cores: `./run.sh`.
            """);
  }

  @Test
  void aRangeHasTheLeastAndTheMostOfTheTrialsInBrackets() throws IOException {
    assertThat(made("columns: throughput_rps range; rows: subject=tomcat, concurrency=200"))
        .contains("| throughput_rps |")
        .contains("| 3,928 (3,901–3,940) |");
  }

  @Test
  void textOutsideTheMarkersAndThePreviousTableOfAnotherRunDoNotMatter() throws IOException {
    String marker = "<!-- table: results/kept.csv; columns: subject; rows: concurrency=1800 -->\n";
    Path page = page("# Head $1\n\n" + marker + "| old |\n<!-- end of table -->\ntail\n");
    String first = DocsPage.withTables(page);
    Files.writeString(page, first);
    assertThat(first).startsWith("# Head $1\n\n" + marker).endsWith("table -->\ntail\n");
    assertThat(first).doesNotContain("| old |");
    assertThat(DocsPage.withTables(page)).isEqualTo(first);
  }

  @Test
  void aPageWithoutMarkersStaysAsItIs() throws IOException {
    assertThat(DocsPage.withTables(page("text\n"))).isEqualTo("text\n");
  }

  @Test
  void whatCannotBeUsedIsNamed() throws IOException {
    assertRefused("columns: subject; rows: concurrency=7", "no row with");
    assertRefused("columns: subject", "incomplete table marker");
    assertRefused("columns: latency; rows: concurrency=200", "lacks columns");
    assertRefused("columns: subject span; rows: concurrency=200", "invalid column 'subject span'");
    assertRefused("columns: subject; lines: concurrency=200", "unknown clause 'lines'");
    assertRefused("columns: subject; rows: tomcat", "invalid rows 'tomcat'");
    assertThatThrownBy(() -> DocsPage.withTables(page("<!-- table: results/kept.csv; x -->\n")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no line '<!-- end of table -->'");
  }

  @Test
  void aResultWithoutItsOriginIsRefused() throws IOException {
    Files.writeString(
        folder.resolve("results/kept.json"),
        """
        {"date": "2026-01-02", "commit": "", "host": "2 cores", "command": "./run.sh"}
        """);
    assertThatThrownBy(() -> made("columns: subject; rows: concurrency=200"))
        .hasMessageContaining("must not be empty");
  }

  @TestFactory
  Stream<DynamicTest> thePagesOfTheRepositoryHaveTheTablesOfTheirResults() throws IOException {
    List<Path> pages;
    try (Stream<Path> docs = Files.list(Path.of("../docs"))) {
      pages =
          Stream.concat(Stream.of(Path.of("../README.md")), docs)
              .filter(path -> path.toString().endsWith(".md"))
              .toList();
    }
    return pages.stream()
        .map(page ->
            DynamicTest.dynamicTest(
                page.toString(),
                () ->
                    assertThat(Files.readString(page))
                        .as("to mend it, run ./scripts/docs-tables.sh")
                        .isEqualTo(DocsPage.withTables(page))));
  }

  private void assertRefused(String clauses, String message) {
    assertThatThrownBy(() -> made(clauses))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  private String made(String clauses) throws IOException {
    String marker = "<!-- table: results/kept.csv; " + clauses + " -->\n";
    String made = DocsPage.withTables(page(marker + "<!-- end of table -->"));
    return made.substring(marker.length(), made.length() - "<!-- end of table -->".length());
  }

  private Path page(String text) throws IOException {
    Path page = folder.resolve("page.md");
    Files.writeString(page, text);
    return page;
  }
}

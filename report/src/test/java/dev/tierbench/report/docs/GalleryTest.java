package dev.tierbench.report.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GalleryTest {

  private static final String HEAD =
      "subject,concurrency,verdict,valid_trials,trials,trial,throughput_rps,throughput_rps_min,"
          + "throughput_rps_max\n";

  @TempDir private Path folder;

  private void keep(String name, String csv) throws IOException {
    Files.writeString(folder.resolve(name + ".csv"), csv);
    Files.writeString(
        folder.resolve(name + ".json"),
        "{\"date\": \"%s\", \"commit\": \"abc\", \"host\": \"2 <cores>\", \"command\": \"./run.sh\"}"
            .formatted(name.substring(0, 10)));
  }

  /** Returns the plots of the page as SVG. */
  private static List<String> plots(String page) {
    return Pattern.compile("base64,([^\"]+)")
        .matcher(page)
        .results()
        .map((MatchResult found) ->
            new String(Base64.getDecoder().decode(found.group(1)), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  void aResultHasItsOriginTheMediansOfItsCellsAndAPlotOfValidTrials() throws IOException {
    keep(
        "2026-01-02-models",
        HEAD
            + """
            tomcat,200,WARN,2,3,,3900,3800,4000
            tomcat,200,PASS,1,1,01,3800,,
            tomcat,200,FAIL,0,1,02,77,,
            tomcat,200,WARN,1,1,03,4000,,
            tomcat,1800,FAIL,0,1,,,,
            tomcat,800,PASS,1,1,,7000,7000,7000
            """);
    Files.writeString(folder.resolve("2026-01-02-models.md"), "summary");
    String page = Gallery.of(folder);
    assertThat(page)
        .contains("Measured on 2026-01-02 at commit abc, 2 &lt;cores&gt;: <code>./run.sh</code>")
        .contains("<a href=\"2026-01-02-models.md\">", "<a href=\"2026-01-02-models.csv\">")
        .contains("<th scope=\"col\" class=\"left\">throughput, req/s</th>")
        .contains(
            "<td class=\"left\">1,800</td><td class=\"left\">FAIL</td><td class=\"left\">–</td>")
        .doesNotContain("<td class=\"left\">77</td>", "<td class=\"left\">4,000</td>", "http:");
    assertThat(plots(page)).hasSize(1);
    // Two valid trials of one cell, and the median of the other, whose trials are not in the file.
    assertThat(plots(page).getFirst().split("<circle", -1)).hasSize(1 + 3);
  }

  @Test
  void aSingleLevelHasNoPlotAndABenchmarkItsOwnColumns() throws IOException {
    keep("2026-01-02-one", HEAD + "netty,200,PASS,1,1,,3900,,\n");
    keep("2026-01-03-bench", "run,ratio\nwrk,1.02\n");
    String page = Gallery.of(folder);
    assertThat(plots(page)).isEmpty();
    assertThat(page).containsSubsequence("id=\"bench\"", "ratio", "1.02", "id=\"one\"", "3,900");
  }

  @Test
  void aSummaryWithoutItsValuesIsOnlyLinked() throws IOException {
    Files.writeString(folder.resolve("README.md"), "");
    Files.writeString(folder.resolve("2026-01-01-old.md"), "old");
    assertThat(Gallery.of(folder))
        .contains("<li><a href=\"2026-01-01-old.md\">")
        .doesNotContain("README");
  }

  @Test
  void thePageOfTheRepositoryShowsItsResults() throws IOException {
    Path results = Path.of("../docs/results");
    assertThat(Files.readString(results.resolve(Gallery.FILE)).equals(Gallery.of(results)))
        .as("docs/results/index.html is as ./scripts/docs-tables.sh makes it")
        .isTrue();
  }

  @Test
  void anOriginWithoutItsValuesIsNamed() throws IOException {
    keep("2026-01-02-gone", HEAD);
    Files.delete(folder.resolve("2026-01-02-gone.csv"));
    assertThatThrownBy(() -> Gallery.of(folder)).isInstanceOf(IOException.class);
  }
}

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
  void aResultHasItsOriginTheMediansOfItsCellsAndAPlotOfThem() throws IOException {
    keep(
        "2026-01-02-models",
        HEAD
            + """
            tomcat,200,WARN,2,3,,3900,3800,4000
            tomcat,200,FAIL,0,1,02/tomcat,77,,
            tomcat,800,PASS,3,3,,6000,5900,6900
            """);
    Files.writeString(folder.resolve("2026-01-02-models.md"), "summary");
    String page = Gallery.of(folder);
    assertThat(page)
        .contains("Measured at commit abc, 2 &lt;cores&gt;: <code>./run.sh</code>")
        .contains("<a href=\"2026-01-02-models.md\">", "<a href=\"2026-01-02-models.csv\">")
        .contains("<th scope=\"col\" class=\"left\">throughput, req/s</th>")
        .contains(cells("tomcat", "200", "WARN", "2", "3", "3,900"))
        .doesNotContain("<td class=\"left\">77.0</td>", "http:");
    assertThat(plots(page)).hasSize(1);
    assertThat(plots(page).getFirst().split("<circle", -1)).hasSize(1 + 2);
    // The band of 800 reaches beyond 6,000, where an axis of the medians alone would end.
    assertThat(plots(page).getFirst()).contains(">8,000<");
  }

  private static String cells(String... texts) {
    return "<tr><td class=\"left\">"
        + String.join("</td><td class=\"left\">", texts)
        + "</td></tr>";
  }

  @Test
  void aCellWithoutAValidTrialIsThereWithoutTheValuesOfItsFailedSteps() throws IOException {
    keep(
        "2026-01-02-failed",
        HEAD
            + """
            tomcat,10,FAIL,0,2,01-tomcat,50,,
            tomcat,10,FAIL,0,2,02-tomcat,60,,
            netty,10,PASS,1,1,,3900,3900,3900
            """);
    assertThat(Gallery.of(folder))
        .containsOnlyOnce(cells("tomcat", "10", "FAIL", "0", "2", "–"))
        .contains(cells("netty", "10", "PASS", "1", "1", "3,900"))
        .doesNotContain(">50.0<", ">60.0<");
  }

  @Test
  void eachAxisOfARunHasItsOwnPlots() throws IOException {
    keep(
        "2026-01-02-both",
        """
        subject,concurrency,rate,verdict,valid_trials,trials,trial,cpu_us_per_op
        tomcat,200,,PASS,1,1,,90
        tomcat,800,,PASS,1,1,,91
        tomcat,,1000,PASS,1,1,,92
        tomcat,,2000,PASS,1,1,,93
        """);
    assertThat(Gallery.of(folder))
        .containsOnlyOnce("over concurrent requests of")
        .containsOnlyOnce("over requests/s offered of");
  }

  @Test
  void aSingleLevelHasNoPlotAndABenchmarkItsOwnColumns() throws IOException {
    keep("2026-01-02-one", HEAD + "netty,200,PASS,1,1,,3900,,\n");
    keep("2026-01-03-bench", "run,steps,cpu_us_per_op\nwrk,8,1.02\n");
    String page = Gallery.of(folder);
    assertThat(plots(page)).isEmpty();
    assertThat(page)
        .containsSubsequence("id=\"2026-01-03-bench\"", cells("wrk", "8", "1.02"), "3,900")
        .doesNotContain("µs/req</th><");
  }

  @Test
  void theReportOfAResultIsLinkedWhereItIsKept() throws IOException {
    keep("2026-01-02-one", HEAD + "netty,200,PASS,1,1,,3900,,\n");
    assertThat(Gallery.of(folder)).doesNotContain("2026-01-02-one.html");
    Files.writeString(folder.resolve("2026-01-02-one.html"), "");
    assertThat(Gallery.of(folder)).containsOnlyOnce("<a href=\"2026-01-02-one.html\">");
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
    assertThatThrownBy(() -> Gallery.of(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2026-01-02-gone.csv");
  }

  @Test
  void aValueThatIsNoNumberIsNamedWithItsFile() throws IOException {
    keep("2026-01-02-odd", HEAD + "netty,200,PASS,1,1,,much,,\n");
    assertThatThrownBy(() -> Gallery.of(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2026-01-02-odd.csv");
  }
}

package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;

/** What a CI server and a pull request get of a comparison. */
class CompareGateTest {

  @TempDir Path temp;

  @Test
  void everyRowIsATestThatCameToWhatTheRowDid() throws Exception {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.1);
    List<JsonNode> rows = Programs.compared(a, b);
    Document xml = junit(1, a, b, "--fail-on", "worse");
    Map<String, Long> found =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.path("finding").asString(), Collectors.counting()));
    assertThat(found).containsKeys("worse", "equivalent");
    Element suite = only(xml, "testsuite");
    assertThat(suite.getAttribute("tests")).isEqualTo("" + rows.size());
    assertThat(elements(xml, "testcase")).hasSize(rows.size());
    assertThat(suite.getAttribute("failures")).isEqualTo("" + found.get("worse"));
    assertThat(elements(xml, "failure")).hasSize(found.get("worse").intValue());
    assertThat(suite.getAttribute("errors")).isEqualTo("0");
    assertThat(suite.getAttribute("skipped"))
        .isEqualTo("" + found.getOrDefault("inconclusive", 0L));
    assertThat(elements(xml, "testcase"))
        .allMatch(test -> !test.hasAttribute("time"))
        .extracting(test -> test.getAttribute("classname") + "#" + test.getAttribute("name"))
        .doesNotHaveDuplicates()
        .contains("tomcat-platform @ 2,600#CPU, µs/req");
  }

  @Test
  void aFailureTellsTheValuesAndItsEvidence() throws Exception {
    Document xml =
        junit(
            0, run("a", 1, 1.0), run("b", 2, 1.1), "--metric", "cpu_us_per_op", "--level", "2600");
    Element failure = elements(xml, "failure").getFirst();
    assertThat(failure.getAttribute("type")).isEqualTo("worse");
    assertThat(failure.getAttribute("message"))
        .matches("worse: A [\\d.,]+, B [\\d.,]+, B/A ×1\\.1\\d?.*");
    assertThat(failure.getTextContent().lines())
        .contains("verdict: worse", "metric: CPU, µs/req", "n: 5+5");
  }

  @Test
  void thePropertiesNameBothRunsTheirHostsAndTheThreshold() throws Exception {
    String a = run("a", 1, 1.0);
    Document xml = junit(0, a, run("b", 2, 1.0), "--threshold", "7");
    Map<String, String> properties =
        elements(xml, "property").stream()
            .collect(
                Collectors.toMap(
                    each -> each.getAttribute("name"), each -> each.getAttribute("value")));
    assertThat(properties)
        .containsEntry("A", a)
        .containsEntry("A.run", "a")
        .containsEntry("B.run", "b")
        .containsEntry("threshold", "7.0 %");
    assertThat(properties.get("A.host")).contains("8 cores", "JDK");
  }

  @Test
  void whatHasNoVerdictIsSkippedWithItsReason() throws Exception {
    String a = run("a", 1, 1.0);
    RunGenerator slowHost = RunGenerator.fiveTrials(2, 1.1);
    slowHost.hostSlowdown = level -> 1.3;
    String b = slowHost.write(temp.resolve("slow-host")).toString();
    Document xml = junit(0, a, b, "--metric", "cpu_us_per_op");
    assertThat(elements(xml, "skipped"))
        .isNotEmpty()
        .allMatch(skipped ->
            skipped.getAttribute("message").contains("the hosts' probes differ by 30 %"));
    assertThat(elements(xml, "failure")).isEmpty();
  }

  @Test
  void aCellThatBLostIsAnErrorAndAnAbsentServerIsSkipped() throws Exception {
    String a = run("a", 1, 1.0);
    RunGenerator one = RunGenerator.fiveTrials(2, 1.0);
    one.servers = List.of(RunGenerator.TOMCAT);
    Path b = one.write(temp.resolve("b"));
    try (var trials = Files.list(b.resolve("trials"))) {
      for (Path trial : trials.toList()) {
        RunGenerator.judge(
            RunGenerator.step(b, trial.getFileName().toString(), 2_600), Verdict.FAIL);
      }
    }
    Document xml = junit(3, a, b.toString(), "--fail-on", "worse");
    Element error = only(xml, "error");
    assertThat(((Element) error.getParentNode()).getAttribute("classname"))
        .isEqualTo("tomcat-platform @ 2,600");
    assertThat(error.getAttribute("message")).contains("A valid in 5 of 5 trials, B FAIL");
    assertThat(elements(xml, "skipped"))
        .extracting(skipped -> skipped.getAttribute("message"))
        .contains("not comparable: A there, B not in the run");
  }

  @Test
  void aComparisonThatIsRefusedIsAnErrorToo() throws Exception {
    String a = run("a", 1, 1.0);
    String suite = new SuiteGenerator().write(temp.resolve("suite")).toString();
    assertThat(only(junit(3, a, suite), "error").getAttribute("message"))
        .startsWith("A is a sweep, B is a run of the suite ");
    Path b = Path.of(run("b", 2, 1.0));
    otherHost(b);
    assertThat(only(junit(3, a, b.toString(), "--strict"), "error").getAttribute("message"))
        .contains("--strict");
    RunGenerator other = RunGenerator.fiveTrials(3, 1.0);
    other.servers = List.of("x", "y");
    String c = other.write(temp.resolve("c")).toString();
    assertThat(only(junit(3, a, c), "error").getAttribute("message")).contains("no subject, cell");
  }

  @Test
  void everyGroupingOfSweepsAndSuitesIsWellFormed() throws Exception {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.1);
    for (String by : List.of("subject", "cell", "role", "syscall")) {
      assertThat(elements(junit(0, a, b, "--by", by), "testcase"))
          .as(by)
          .extracting(test -> test.getAttribute("classname") + "#" + test.getAttribute("name"))
          .isNotEmpty()
          .doesNotHaveDuplicates();
    }
    String suite = new SuiteGenerator().write(temp.resolve("suite")).toString();
    assertThat(elements(junit(0, suite, suite), "testcase")).isNotEmpty();
  }

  @Test
  void whatXmlCannotHoldDoesNotBreakIt() throws Exception {
    RunGenerator hostile = RunGenerator.fiveTrials(1, 1.0);
    hostile.servers = List.of("<&\"'> \u0001\ufffe]]>", RunGenerator.TOMCAT);
    String a = hostile.write(temp.resolve("a")).toString();
    assertThat(elements(junit(0, a, a), "testcase"))
        .extracting(test -> test.getAttribute("classname"))
        .anyMatch(name -> name.startsWith("<&\"'>"));
  }

  @Test
  void aFileThatCannotBeWrittenIsNotTakenForAFinding() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "mine");
    String a = run("a", 1, 1.0);
    Programs.Ended ended =
        Programs.run("compare", a, a, "--junit", file.resolve("junit.xml").toString());
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err().lines()).singleElement().asString().contains("cannot write");
  }

  @Test
  void aCommentBeginsWithTheConclusion() {
    List<String> lines = markdown(run("a", 1, 1.0), run("b", 2, 1.1));
    assertThat(lines.getFirst()).matches("### B against A: \\d+ worse, (.*, )?\\d+ equivalent");
    assertThat(lines).anyMatch(line -> line.startsWith("A: `") && line.contains(", B: `"));
    int table = lines.indexOf(head(lines));
    int folded = folded(lines, " rows: ");
    assertThat(table).isPositive().isLessThan(folded);
    assertThat(lines.subList(table + 2, folded - 1)).allMatch(line -> line.startsWith("| worse "));
    assertThat(lines.get(folded + 1)).isEmpty();
    assertThat(lines.subList(folded + 4, lines.indexOf("</details>") - 1))
        .isNotEmpty()
        .noneMatch(line -> line.startsWith("| worse"));
    assertThat(lines).anyMatch(line -> line.contains("CPU, µs/req"));
  }

  @Test
  void aFewRowsWithoutAChangeAreNotFolded() {
    List<String> lines = markdown(run("a", 1, 1.0), run("b", 2, 1.0), "--metric", "cpu_us_per_op");
    assertThat(lines).noneMatch(line -> line.contains(" rows: "));
    assertThat(lines).anyMatch(line -> line.startsWith("| equivalent"));
  }

  @Test
  void whatMakesTheValuesHardToCompareStandsOutAndTheCommitDoesNot() throws IOException {
    String a = run("a", 1, 1.0);
    RunGenerator generator = RunGenerator.fiveTrials(2, 1.0);
    generator.commit = "feedfacefeedfacefeedfacefeedfacefeedface";
    Path b = generator.write(temp.resolve("b"));
    otherHost(b);
    for (String trial : List.of("01", "04", "05", "08", "09")) {
      RunGenerator.judge(RunGenerator.step(b, trial + "-tomcat-platform", 2_600), Verdict.FAIL);
    }
    List<String> lines = markdown(a, b.toString());
    assertThat(lines.getFirst()).endsWith(", 1 without a valid step of B");
    int warning = lines.indexOf("> [!WARNING]");
    assertThat(lines.subList(warning, warning + 3))
        .anyMatch(line -> line.equals("> - differs: `host.cores: 8 | 64`"))
        .anyMatch(line -> line.startsWith("> - not compared: `tomcat-platform at 2,600: A valid"));
    int setup = folded(lines, "Setup and host");
    assertThat(lines.subList(setup, lines.size()))
        .anyMatch(line -> line.startsWith("- differs: `source.commit: "))
        .anyMatch(line -> line.startsWith("- speed of the host: `"));
  }

  @Test
  void aTableHasAsManyCellsInEachLine() {
    List<String> lines = markdown(run("a", 1, 1.0), run("b", 2, 1.1));
    List<Integer> cells =
        lines.stream()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.replace("\\|", "").split("\\|", -1).length)
            .distinct()
            .toList();
    assertThat(cells).hasSize(1);
    assertThat(lines.stream().filter(line -> line.startsWith("<details>")))
        .hasSameSizeAs(lines.stream().filter(line -> line.equals("</details>")).toList());
  }

  private static String head(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith("| verdict")).findFirst().orElseThrow();
  }

  private static int folded(List<String> lines, String summary) {
    return IntStream.range(0, lines.size())
        .filter(
            i -> lines.get(i).startsWith("<details><summary>") && lines.get(i).contains(summary))
        .findFirst()
        .orElseThrow();
  }

  private static void otherHost(Path run) throws IOException {
    Path manifest = run.resolve("manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("\"cores\" : 8", "\"cores\" : 64"));
  }

  private List<String> markdown(String a, String b, String... more) {
    return Programs.run(words(a, b, List.of("--format", "md"), more)).out().lines().toList();
  }

  private Document junit(int exitCode, String a, String b, String... more) throws Exception {
    Path file = temp.resolve("junit.xml");
    Files.deleteIfExists(file);
    Programs.Ended ended = Programs.run(words(a, b, List.of("--junit", file.toString()), more));
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(exitCode);
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  private static String[] words(String a, String b, List<String> options, String... more) {
    return java.util.stream.Stream.of(List.of("compare", a, b), options, List.of(more))
        .flatMap(List::stream)
        .toArray(String[]::new);
  }

  private static Element only(Document xml, String name) {
    assertThat(elements(xml, name)).hasSize(1);
    return elements(xml, name).getFirst();
  }

  private static List<Element> elements(Document xml, String name) {
    NodeList found = xml.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  private String run(String name, long seed, double slowdown) {
    return RunGenerator.fiveTrials(seed, slowdown).write(temp.resolve(name)).toString();
  }
}

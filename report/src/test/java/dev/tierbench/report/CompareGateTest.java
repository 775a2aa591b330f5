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
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;

/** What a CI server and a pull request get of a comparison. */
class CompareGateTest {

  private static final String CPU = "--metric=cpu_us_per_op";

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
    Document xml = junit(0, run("a", 1, 1.0), onHost("fast-host", 1, 0.87), CPU);
    assertThat(elements(xml, "skipped"))
        .isNotEmpty()
        .allMatch(skipped ->
            skipped
                .getAttribute("message")
                .contains(
                    "equivalent by the trials, but the hosts' probes differ by 15 %, which may hide"
                        + " 15 %"));
    assertThat(elements(xml, "failure")).isEmpty();
    assertThat(elements(xml, "error")).isEmpty();
  }

  /** The probe takes 10 ms on A's host and 8 ms on B's, CPU per request 100 µs and 120 µs. */
  @Test
  void aFasterHostExcusesNoSlowerServer() {
    String a = run("a", 1, 1.0);
    String b = onHost("fast-host", 1.2, 0.8);
    for (String metric : List.of("cpu_us_per_op", "latency_p50_ms", "throughput_rps")) {
      List<JsonNode> rows = Programs.compared(a, b, "--level", "2600", "--metric", metric);
      assertThat(rows)
          .as(metric)
          .hasSize(2)
          .allSatisfy(row -> assertThat(row.path("finding").asString()).isEqualTo("worse"));
    }
    assertThat(Programs.run("compare", a, b, "--fail-on", "worse").exitCode()).isEqualTo(1);
    assertThat(Programs.compared(b, a, "--metric", "cpu_us_per_op"))
        .allSatisfy(row -> assertThat(row.path("finding").asString()).isEqualTo("better"));
  }

  @Test
  void aWorseThatTheHostsOverruleFailsTheGateWithACodeOfItsOwn() throws Exception {
    String a = run("a", 1, 1.0);
    String b = onHost("slow-host", 1.1, 1.3);
    Document xml = junit(4, a, b, CPU, "--fail-on", "worse");
    assertThat(elements(xml, "error"))
        .isNotEmpty()
        .allMatch(error -> error.getAttribute("type").equals("cannot tell"))
        .allMatch(error ->
            error
                .getAttribute("message")
                .contains("worse by the trials, but the hosts' probes differ by 30 %"));
    Programs.Ended gate = Programs.run("compare", a, b, CPU, "--fail-on", "worse");
    assertThat(gate.err()).contains("cannot tell", "tomcat-platform @ 2,600", "same host");
    assertThat(Programs.run("compare", a, b, CPU).exitCode()).isZero();
    assertThat(markdown(a, b, CPU))
        .anyMatch(line -> line.startsWith("> - cannot tell: `CPU, µs/req of tomcat-platform @ "));
    assertThat(Programs.compared(a, b, CPU))
        .allSatisfy(row -> assertThat(row.path("overruled").asString()).isEqualTo("worse"));
  }

  @Test
  void threeLinesSayWhatIsWorseWhatIsOpenAndWhatEqualCodeDoes() {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.1);
    List<String> worse =
        Programs.run("compare", a, b, CPU, "--format", "short").out().lines().toList();
    assertThat(worse).hasSize(3);
    assertThat(worse.getFirst())
        .matches("worse: CPU, µs/req at [\\d,]+ \\+1\\d\\.\\d % \\(\\+\\d.*");
    assertThat(worse.getLast())
        .isEqualTo("equal code: not measured, the run has no control (--aa)");
    List<String> same =
        Programs.run("compare", a, a, CPU, "--format", "short").out().lines().toList();
    assertThat(same.getFirst()).isEqualTo("no row is worse");
    assertThat(same.get(1)).startsWith("decided: ").contains("equivalent (within 5.0 %)");
  }

  /** Five trials tell 10 % and not half a percent. */
  @Test
  void aRowThatIsOpenFailsOnlyWhenThatIsAsked() {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.02);
    List<String> words = List.of("compare", a, b, CPU, "--threshold", "2%");
    assertThat(Programs.run(with(words, "--fail-on", "worse")).exitCode()).isZero();
    Programs.Ended open = Programs.run(with(words, "--fail-on", "undecided"));
    assertThat(open.exitCode()).as(open.out()).isEqualTo(5);
    assertThat(open.err()).contains("undecided: CPU, µs/req of ");
    assertThat(Programs.run(with(words, "--format", "short")).out())
        .containsPattern("undecided: CPU, µs/req at [\\d,]+: at most \\d\\.\\d % worse");
    assertThat(Programs.run("compare", a, a, CPU, "--fail-on", "undecided").exitCode()).isZero();
    assertThat(
            Programs.run("compare", a, run("c", 2, 1.2), CPU, "--fail-on", "undecided").exitCode())
        .isEqualTo(1);
  }

  /** The CPU of a window too short for the ticks of the kernel's clock has no value. */
  @Test
  void aRowThatOneSideDidNotMeasureIsUndecided() throws IOException {
    String a = run("a", 1, 1.0);
    String b = run("b", 2, 1.0);
    withoutCpu(Path.of(b));
    List<String> words =
        List.of("compare", a, b, "--metric=cpu_us_per_op,throughput_rps", "--fail-on");
    assertThat(Programs.run(with(words, "worse")).exitCode()).isZero();
    Programs.Ended gate = Programs.run(with(words, "undecided", "--format", "short"));
    assertThat(gate.exitCode()).as(gate.out()).isEqualTo(5);
    assertThat(gate.err()).contains("undecided: CPU, µs/req of ", ": not measured");
    assertThat(gate.out())
        .containsPattern("undecided: CPU, µs/req at [\\d,]+: measured on one side only; ");
  }

  @Test
  void aMetricWithoutAValueOnEitherSideIsNamed() throws IOException {
    String a = run("a", 1, 1.0);
    withoutCpu(Path.of(a));
    String metrics = "--metric=cpu_us_per_op,throughput_rps";
    assertThat(Programs.run("compare", a, a, metrics, "--format", "short").out())
        .containsPattern("decided: .* equivalent .*\\. Measured on neither side: CPU, µs/req\n");
  }

  @Test
  void aLevelThatIsValidOnNoSideIsUndecided() {
    Path a = Path.of(run("a", 1, 1.0));
    failAtTop(a, "01", "04", "05", "08", "09");
    String failed = "FAIL in 5 of 5 trials (littles_law)";
    Map.of(a, "B " + failed, Path.of(run("b", 1, 1.0)), "B valid in 5 of 5 trials")
        .forEach((b, ofB) -> {
          String gap = "undecided: tomcat-platform at 2,600: A " + failed + ", " + ofB;
          List<String> words = List.of("compare", a.toString(), b.toString(), CPU, "--fail-on");
          Programs.Ended gate = Programs.run(with(words, "undecided", "--format", "short"));
          assertThat(gate.exitCode()).as(gate.out()).isEqualTo(5);
          assertThat(gate.err()).contains(gap);
          assertThat(gate.out()).contains(gap + ". ");
          assertThat(Programs.run(with(words, "worse")).exitCode()).isZero();
          assertThat(Programs.run(with(words, "undecided", "--level", "200,800")).exitCode())
              .isZero();
        });
  }

  @Test
  void aLevelThatOneSideDidNotPlanIsNotUndecided() {
    RunGenerator fewer = RunGenerator.fiveTrials(1, 1.0);
    fewer.levels = List.of(200, 800);
    String a = fewer.write(temp.resolve("fewer")).toString();
    Programs.Ended gate =
        Programs.run("compare", a, run("b", 1, 1.0), CPU, "--fail-on", "undecided");
    assertThat(gate.out()).contains("2,600: A not in the run");
    assertThat(gate.err()).doesNotContain("2,600");
  }

  @Test
  void aCellThatFailedIsUndecidedAndOneThatWasOnlyPredictedIsNot() {
    String suite = new SuiteGenerator().write(temp.resolve("suite")).toString();
    Programs.Ended gate = Programs.run("compare", suite, suite, "--fail-on", "undecided");
    assertThat(gate.exitCode()).as(gate.out()).isEqualTo(5);
    assertThat(gate.out()).contains("parallel at sleep-1s, 1,000: A predicted or refused");
    assertThat(gate.err())
        .contains("undecided: platform at sleep-1s, 1,000: A FAIL")
        .doesNotContain("parallel at");
  }

  private static void withoutCpu(Path run) throws IOException {
    try (Stream<Path> files = Files.walk(run)) {
      for (Path file : files.filter(each -> each.endsWith("measurements.json")).toList()) {
        String values = Files.readString(file);
        Files.writeString(file, values.replaceFirst("\"cpu_us_per_op\" : [0-9.]+,", ""));
      }
    }
  }

  private static List<String> with(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toList();
  }

  @Test
  void aServerThatLosesMostOfItsTrialsIsNoPass() throws Exception {
    String a = run("a", 1, 1.0);
    Path b = Path.of(run("b", 2, 1.0));
    failAtTop(b, "01", "04", "05");
    String lost = "A valid in 5 of 5 trials, B valid in 2 of 5 trials, FAIL in 3";
    Programs.Ended gate = Programs.run("compare", a, b.toString(), "--fail-on", "worse");
    assertThat(gate.exitCode()).isEqualTo(3);
    assertThat(gate.err()).contains("trials lost: tomcat-platform at 2,600: " + lost);
    assertThat(gate.out()).contains("Trials lost", lost, " 5+2 of 5");
    assertThat(only(junit(3, a, b.toString(), "--fail-on", "worse"), "error"))
        .satisfies(error -> assertThat(error.getAttribute("message")).contains(lost));
    assertThat(Programs.run("compare", b.toString(), a, "--fail-on", "worse").exitCode()).isZero();
  }

  @Test
  void aFailedTrialOfFiveIsShownAndIsNoLoss() throws Exception {
    Path b = Path.of(run("b", 2, 1.0));
    failAtTop(b, "01");
    Programs.Ended gate =
        Programs.run("compare", run("a", 1, 1.0), b.toString(), "--fail-on", "worse");
    assertThat(gate.exitCode()).as(gate.err()).isZero();
    assertThat(gate.out()).contains(" 5+4 of 5").doesNotContain("Trials lost");
  }

  @Test
  void aServerThatIsNotInBIsNoPass() throws Exception {
    RunGenerator one = RunGenerator.fiveTrials(2, 1.0);
    one.servers = List.of(RunGenerator.TOMCAT);
    String a = run("a", 1, 1.0);
    String b = one.write(temp.resolve("b")).toString();
    assertThat(only(junit(3, a, b, "--fail-on", "worse"), "error").getAttribute("message"))
        .isEqualTo("A there, B not in the run");
    assertThat(Programs.run("compare", a + ":tomcat", b, "--fail-on", "worse").exitCode()).isZero();
    assertThat(Programs.run("compare", b, a, "--fail-on", "worse").exitCode()).isZero();
  }

  @Test
  void aLevelThatBNeverHadIsNoPass() {
    RunGenerator fewer = RunGenerator.fiveTrials(2, 1.0);
    fewer.levels = List.of(200, 800);
    String a = run("a", 1, 1.0);
    String b = fewer.write(temp.resolve("b")).toString();
    assertThat(Programs.run("compare", a, b, "--fail-on", "worse").exitCode()).isEqualTo(3);
    assertThat(Programs.run("compare", a, b, "--level", "200,800", "--fail-on", "worse").exitCode())
        .isZero();
  }

  @Test
  void aRowOverAllCellsIsNamedAfterItsMeanAndShowsTrialsThatLackOne() throws IOException {
    Path b = Path.of(run("b", 2, 1.0));
    failAtTop(b, "01");
    String[] words = words(run("a", 1, 1.0), b.toString(), List.of("--by", "subject"));
    assertThat(Programs.run(words).out())
        .contains("geometric mean over cells of p99 latency, ms", " 5+4 of 5")
        .doesNotContain(" p50 latency, ms  tomcat", "  p99 latency, ms");
    assertThat(
            Programs.run(
                    words(b.toString(), b.toString(), List.of("--by", "subject"), "--level", "200"))
                .out())
        .contains("p99 latency, ms")
        .doesNotContain("geometric mean");
  }

  @Test
  void aCellThatBLostIsAnErrorAndAServerThatOnlyBHasIsSkipped() throws Exception {
    RunGenerator one = RunGenerator.fiveTrials(1, 1.0);
    one.servers = List.of(RunGenerator.TOMCAT);
    String a = one.write(temp.resolve("a")).toString();
    Path b = Path.of(run("b", 2, 1.0));
    failAtTop(b, "01", "04", "05", "08", "09");
    Document xml = junit(3, a, b.toString(), "--fail-on", "worse");
    Element error = only(xml, "error");
    assertThat(((Element) error.getParentNode()).getAttribute("classname"))
        .isEqualTo("tomcat-platform @ 2,600");
    assertThat(error.getAttribute("message")).contains("A valid in 5 of 5 trials, B FAIL");
    assertThat(elements(xml, "skipped"))
        .extracting(skipped -> skipped.getAttribute("message"))
        .contains("not comparable: A not in the run, B there");
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
    assertThat(lines.getFirst()).endsWith(", 1 lost by B");
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

  private static void failAtTop(Path run, String... trials) {
    for (String trial : trials) {
      RunGenerator.judge(RunGenerator.step(run, trial + "-tomcat-platform", 2_600), Verdict.FAIL);
    }
  }

  private String onHost(String name, double slowdown, double hostSlowdown) {
    RunGenerator generator = RunGenerator.fiveTrials(2, slowdown);
    generator.hostSlowdown = level -> hostSlowdown;
    return generator.write(temp.resolve(name)).toString();
  }

  private String run(String name, long seed, double slowdown) {
    return RunGenerator.fiveTrials(seed, slowdown).write(temp.resolve(name)).toString();
  }
}

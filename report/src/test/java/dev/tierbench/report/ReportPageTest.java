package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ReportPageTest {

  static final String HOSTILE =
      "</script><script>document.title='broken'</script><img src=x onerror=alert(1)> \"'`&amp;"
          + " \u202Egnp.exe\u2066 \u2028\u2029 ]]> ${x} {{y}} "
          + "n".repeat(10_000);

  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  @TempDir Path temp;

  @Test
  void hostileTextStaysData() throws IOException {
    String html = Files.readString(hostile(temp));
    assertThat(data(html).path("provenance").path("caveats").path(0).path("what").asString())
        .isEqualTo(HOSTILE);
    assertThat(html).doesNotContain("<script>document", "<img", "\u202E", "\u2028".repeat(2));
    assertThat(html.split("<script", -1)).hasSize(4);
  }

  @Test
  void onlyItsOwnScriptsAndStyleAreAllowed() throws Exception {
    String html = Files.readString(page(new RunGenerator()));
    Matcher policy =
        Pattern.compile("Content-Security-Policy\" content=\"([^\"]+)\"").matcher(html);
    assertThat(policy.find()).isTrue();
    assertThat(policy.group(1)).startsWith("default-src 'none'; script-src 'sha256-");
    assertThat(policy.group(1)).doesNotContain("unsafe", "http");
    List<String> inline =
        Stream.of("<script>(.*?)</script>", "<style>(.*?)</style>")
            .flatMap(element -> Pattern.compile(element, Pattern.DOTALL).matcher(html).results())
            .map(found -> found.group(1))
            .toList();
    assertThat(inline).hasSize(3);
    for (String text : inline) {
      assertThat(policy.group(1)).contains("'sha256-" + sha256(text) + "'");
    }
  }

  @Test
  void thePageLoadsNothingFromElsewhere() throws IOException {
    String html = Files.readString(page(new RunGenerator()));
    assertThat(html).doesNotContainPattern("<(link|img|iframe|object|embed)\\b");
    assertThat(html).doesNotContain("src=\"", "@import", "innerHTML =");
  }

  @Test
  void theCommandsToReproduceARunNameNoFolderOfItsMachine() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.placeOptions = List.of("--home", "/a/checkout", "--out=/a/disk", "--java", "/a/jdk");
    JsonNode commands = data(generator).path("provenance").path("commands");
    assertThat(commands.path(0).asString())
        .isEqualTo("./scripts/sweep.sh --preset standard --name plain");
    assertThat(commands.path(1).asString()).startsWith("./scripts/check.sh results/");
  }

  @Test
  void aRunOfAGeneratorThatReportsNoSecondsHasAPageWithoutThem() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.generator = GeneratorName.WRK;
    JsonNode data = data(generator);
    assertThat(data.path("provenance").path("host").asString()).contains(", load by wrk");
    assertThat(data.path("level_data").valueStream())
        .isNotEmpty()
        .allSatisfy(detail -> assertThat(detail.path("seconds")).isEmpty())
        .allSatisfy(detail -> assertThat(detail.path("curve").isNull()).isTrue())
        .allSatisfy(detail -> assertThat(detail.path("valid_trials").asInt()).isPositive());
  }

  /** Two of three trials make more futex calls, each in another role. */
  @Test
  void theEntireJvmIsTheMedianOfSumsAndNoSumOfMedians() throws IOException {
    Path run = new RunGenerator().write(temp.resolve("run"));
    addFutex(RunGenerator.step(run, 800), "4000,");
    addFutex(RunGenerator.step(run, "04-tomcat-platform", 800), "4001,");
    JsonNode tomcat =
        report(run)
            .path("level_data")
            .valueStream()
            .filter(detail -> detail.path("level").asInt() == 800)
            .filter(detail -> detail.path("server").asString().equals(RunGenerator.TOMCAT))
            .findFirst()
            .orElseThrow();
    double ofMedians = tomcat.path("roles").valueStream().mapToDouble(ReportPageTest::futex).sum();
    assertThat(futex(tomcat.path("entire_jvm"))).isGreaterThan(2 * ofMedians);
  }

  private static double futex(JsonNode role) {
    return role.path("calls_per_op").path("futex").path("median").asDouble();
  }

  private static void addFutex(RunFolder.Step step, String tid) throws IOException {
    String text = Files.readString(step.syscalls());
    String more = text.replaceFirst("(?m)^(" + tid + ".*,futex),\\d+$", "$1,9000000");
    assertThat(more).isNotEqualTo(text);
    Files.writeString(step.syscalls(), more);
    HttpStep records =
        new HttpStep(
            RunJson.read(step.load(), LoadResult.class),
            RunJson.read(step.tiers(), Tiers.class),
            Optional.of(RunJson.read(step.observation(), Observation.class)),
            Optional.empty());
    RoleCounts roles =
        RoleCounts.of(ThreadTable.read(step.threads()), SyscallTable.read(step.syscalls()));
    RunJson.write(step.measurements(), HttpMetrics.measure(records, roles));
  }

  @Test
  void aStallIsMarkedInTheSecondsOfThePauseThatTheCheckBlames() throws IOException {
    Path run = new RunGenerator().write(temp.resolve("stalled"));
    RunFolder.Step step = RunGenerator.step(run, 200);
    // The generator's records say: nothing ended for 20 ms, from 1 s on; echo stood for 2 ms.
    RunGenerator.stall(step, 20);
    assertThat(stalls(run)).containsExactly("1.0 it stood still");
  }

  /** The time of a pause is that of the phase, without the turns of others between its windows. */
  @Test
  void aStallIsMarkedInItsWindow() throws IOException {
    Path run = new RunGenerator().write(temp.resolve("stalled"));
    RunFolder.Step step = RunGenerator.step(run, 200);
    RunGenerator.stall(step, 20);
    interrupt(step.latency(), 1, 7);
    assertThat(stalls(run)).containsExactly("1.0 it stood still");
  }

  /** Moves the intervals of the measured phase from one on to so many seconds later. */
  private static void interrupt(Path log, int from, double seconds) throws IOException {
    List<String> lines = new ArrayList<>();
    int index = 0;
    for (String line : Files.readAllLines(log)) {
      String[] fields = line.split(",", 3);
      boolean moved = fields[0].equals("Tag=measure") && index++ >= from;
      lines.add(
          moved
              ? fields[0] + "," + (Double.parseDouble(fields[1]) + seconds) + "," + fields[2]
              : line);
    }
    assertThat(index).isGreaterThan(from);
    Files.write(log, lines);
  }

  private static List<String> stalls(Path run) throws IOException {
    JsonNode detail =
        report(run)
            .path("level_data")
            .valueStream()
            .filter(each -> each.path("server").asString().equals(RunGenerator.TOMCAT))
            .filter(each -> each.path("level").asInt() == 200)
            .findFirst()
            .orElseThrow();
    return detail
        .path("seconds")
        .path(0)
        .path("seconds")
        .valueStream()
        .filter(second -> second.path("stall").isString())
        .map(second -> second.path("at").asDouble() + " " + second.path("stall").asString())
        .toList();
  }

  @Test
  void theAnswerNamesTheWinnerTheKneesAndTheKernel() throws IOException {
    JsonNode data = data(new RunGenerator());
    JsonNode winner = finding(data, "Who wins");
    assertThat(winner.path("at").asString()).isEqualTo("At 2,600 concurrent requests");
    assertThat(subjects(winner)).containsExactly(RunGenerator.NETTY, RunGenerator.TOMCAT);
    assertThat(values(winner, RunGenerator.NETTY))
        .matches("throughput 14,\\d+ req/s, p99 latency \\d+ ms, CPU [\\d.]+ µs/req");
    JsonNode verdict = winner.path("entries").path(1).path("verdict");
    assertThat(verdict.path("ratio").doubleValue()).isBetween(0.5, 0.65);
    assertThat(verdict.path("interval").path("low").doubleValue())
        .isLessThanOrEqualTo(verdict.path("ratio").doubleValue());
    assertThat(verdict.path("finding").asString()).isEqualTo("worse");
    assertThat(winner.path("entries").path(0).path("verdict").isNull()).isTrue();
    JsonNode scaling = finding(data, "Where each breaks");
    assertThat(values(scaling, RunGenerator.TOMCAT)).startsWith("scaling up to 200 concurrent,");
    assertThat(values(scaling, "")).isEqualTo("no step failed its checks");
    assertThat(values(finding(data, "What was counted"), RunGenerator.TOMCAT))
        .contains("futex calls ", "context switches ");
  }

  @Test
  void oneLevelDoesNotTellWhereAServerBreaks() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(800);
    assertThat(values(finding(data(generator), "Where each breaks"), RunGenerator.NETTY))
        .isEqualTo("not known from one valid level");
  }

  @Test
  void serversOfWhichTheSameIsSaidStandTogetherInASentence() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers =
        List.of(RunGenerator.TOMCAT, "tomcat-virtual", RunGenerator.NETTY, RunGenerator.FLOOR);
    generator.trials = 1;
    JsonNode data = data(generator);
    JsonNode winner = finding(data, "Who wins");
    assertThat(subjects(winner)).startsWith(RunGenerator.NETTY).endsWith(RunGenerator.FLOOR);
    assertThat(values(winner, RunGenerator.FLOOR)).startsWith("(the floor) throughput ");
    assertThat(winner.path("entries").valueStream().skip(1))
        .allSatisfy(entry ->
            assertThat(entry.path("verdict").path("finding").asString()).isEqualTo("one_trial"));
    assertThat(finding(data, "Where each breaks").path("sentence").asString())
        .startsWith("tomcat-platform, tomcat-virtual scaling up to 200 concurrent, gaining less");
  }

  @Test
  void aRunWhoseTiersShareCoresNamesNoWinner() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.pinningAsked = "off";
    JsonNode answer = data(generator).path("key_findings");
    JsonNode winner = answer.path("findings").path(0);
    assertThat(winner.path("at").asString()).startsWith("The tiers shared cores, as asked");
    assertThat(winner.path("entries")).isEmpty();
    assertThat(answer.path("badges").size()).isZero();
  }

  @Test
  void whatTheContractTestCameToIsPartOfTheProvenance() throws IOException {
    JsonNode contract = data(new RunGenerator()).path("provenance").path("contract");
    assertThat(contract.valueStream().map(JsonNode::asString))
        .containsExactly("tomcat-platform: 32 of 32 checks passed in 7.3 s, seed 42");
  }

  @Test
  void whereEachTierRanIsShownOnceForAllSteps() throws IOException {
    JsonNode scheduling = data(new RunGenerator()).path("provenance").path("scheduling");
    assertThat(scheduling.valueStream().map(line -> line.path("tier").asString()))
        .containsExactly("loadgen", "server", "echo");
    assertThat(scheduling.path(1).path("cores").asString()).isEqualTo("2-5");
    assertThat(scheduling.path(1).path("autogroup").asBoolean(false)).isTrue();
    assertThat(scheduling.path(1).path("cgroup").asString()).isEqualTo("/, weight 1024");
  }

  @Test
  void theStudyIsShownWithItsValuesItsRatiosAndWhereThisRunWasMeasured() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200, 1_700);
    JsonNode study = data(generator).path("published_study");
    assertThat(study.path("defects").toString()).contains("32 cores", "kept alive");
    assertThat(study.path("tables").valueStream().map(of -> of.path("metric").asString()))
        .containsExactly(
            "mean service time with connecting, ms",
            "CPU, µs/req",
            "context switches, /req",
            "futex calls, /req",
            "read calls, /req",
            "write calls, /req",
            "minor faults, /req");
    JsonNode netty = study.path("tables").path(0).path("rows").path(5);
    assertThat(netty.path("subject").asString()).isEqualTo(RunGenerator.NETTY);
    assertThat(netty.path("size").intValue()).isEqualTo(1_800);
    assertThat(netty.path("level").intValue()).isEqualTo(1_700);
    assertThat(netty.path("value").path("published").doubleValue()).isEqualTo(157);
    assertThat(netty.path("value").path("ours").isNumber()).isTrue();
    assertThat(netty.path("times").path("published").doubleValue()).isEqualTo(157.0 / 191);
    assertThat(netty.path("times").path("ours").isNumber()).isTrue();
    JsonNode cpu = study.path("tables").path(1).path("rows").path(0);
    assertThat(cpu.path("value").path("published").doubleValue()).isCloseTo(454.5, within(1e-9));
  }

  /** Its 1,800 stand beside levels from 1,200 to 2,700. */
  @Test
  void aLevelOfTheStudyStandsBesideNoLevelThatIsFarFromIt() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200, 2_800);
    List<JsonNode> tables =
        data(generator).path("published_study").path("tables").valueStream().toList();
    assertThat(tables)
        .extracting(of -> of.path("metric").asString())
        .as("those that have 200")
        .containsExactly("mean service time with connecting, ms", "CPU, µs/req");
    assertThat(tables.getFirst().path("rows").valueStream())
        .filteredOn(row -> row.path("size").intValue() == 1_800)
        .isNotEmpty()
        .allSatisfy(row -> {
          assertThat(row.path("level").isNull()).isTrue();
          assertThat(row.path("value").path("ours").isNull()).isTrue();
          assertThat(row.path("times").path("ours").isNull()).isTrue();
        });
  }

  /** Its requests are one call of echo each. */
  @Test
  void theStudyDoesNotStandBesideOtherWork() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.workload = Optional.of("cpu=2ms");
    assertThat(data(generator).has("published_study")).isFalse();
  }

  @Test
  void aLimitOfThreadsThatEndsTheGrowthIsNamed() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.maxThreads = 400;
    assertThat(values(finding(data(generator), "Where each breaks"), RunGenerator.TOMCAT))
        .startsWith("scaling up to 200 concurrent,")
        .endsWith(
            "(its limit of 400 threads, each held for 50 ms by echo, allows 8,000 requests/s)");
  }

  @Test
  void whatWasNotMeasuredIsSaid() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.traced = false;
    JsonNode data = data(generator);
    assertThat(finding(data, "What was counted").path("entries")).isEmpty();
    for (JsonNode metric : data.path("plot_data").path("metrics")) {
      if (metric.path("id").asString().equals("futex_per_op")) {
        assertThat(metric.path("series").path(0).path("levels").path(0).path("median").isNull())
            .isTrue();
      }
    }
  }

  @Test
  void aFailedStepIsShownAndDoesNotCount() throws IOException {
    Path run = new RunGenerator().write(temp.resolve("run"));
    RunGenerator.judge(RunGenerator.step(run, 800), Verdict.FAIL);
    JsonNode series = report(run).path("plot_data").path("metrics").path(0).path("series");
    JsonNode level = series.path(0).path("levels").path(1);
    assertThat(level.path("valid").intValue()).isEqualTo(2);
    assertThat(level.path("trials").valueStream().map(dot -> dot.path("state").asString()))
        .containsExactly("failed", "valid", "valid");
  }

  @Test
  void oneServerUnderTwoNamesShowsTheNoiseFloor() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of(RunGenerator.TOMCAT, RunGenerator.CONTROL, RunGenerator.NETTY);
    JsonNode data = data(generator);
    assertThat(data.path("noise_data").path("servers").valueStream().map(JsonNode::asString))
        .containsExactly(RunGenerator.TOMCAT, RunGenerator.CONTROL);
    assertThat(data.path("noise_data").path("floors").path(0).path("share").doubleValue())
        .isBetween(0.0, 0.1);
    assertThat(
            data.path("comparison_records")
                .path(1)
                .path("rows")
                .path(0)
                .path("noise_floor")
                .isNumber())
        .isTrue();
    JsonNode answer = data.path("key_findings");
    assertThat(answer.path("badges").path(0).path("noise").asString()).startsWith("±");
    assertThat(answer.path("findings").toString()).doesNotContain("-aa");
    JsonNode winner = finding(data, "Who wins");
    assertThat(winner.path("entries").path(1).path("verdict").path("noise").doubleValue())
        .isBetween(0.0, 0.1);
    assertThat(winner.path("sentence").asString())
        .contains(", worse beyond the noise floor of ±")
        .endsWith(").");
  }

  @Test
  void aServerThatFailsAtTheTopDoesNotScaleToTheTop() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(50, 100, 200);
    generator.trials = 1;
    Path run = generator.write(temp.resolve("run"));
    RunGenerator.judge(RunGenerator.step(run, 200), Verdict.FAIL);
    JsonNode scaling = finding(report(run), "Where each breaks");
    assertThat(values(scaling, RunGenerator.TOMCAT))
        .isEqualTo("still scaling at 100 concurrent, no valid step at 200");
    assertThat(values(scaling, RunGenerator.NETTY)).isEqualTo("still scaling at 200 concurrent");
  }

  @Test
  void aVariantOfTheFloorIsNoCompetitor() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of("tomcat-platform", "netty-floor+ioWorkerCount=2");
    JsonNode winner = finding(data(generator), "Who wins");
    assertThat(subjects(winner)).containsExactly("tomcat-platform", "netty-floor+ioWorkerCount=2");
    assertThat(values(winner, "netty-floor+ioWorkerCount=2")).startsWith("(the floor) ");
  }

  @Test
  void everyServerOfAPlotHasAColourAndAPlaceInItsLegend() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.trials = 1;
    generator.servers = IntStream.range(0, 9).mapToObj(i -> "server-" + i).toList();
    String svg =
        Files.readString(page(generator).resolveSibling("plots").resolve("throughput_rps.svg"));
    assertThat(Pattern.compile("<line class=\"(s\\d(?: aa)?) line\"").matcher(svg).results())
        .extracting(match -> match.group(1))
        .hasSize(9)
        .doesNotHaveDuplicates();
    assertThat(Pattern.compile("x=\"(\\d+)[.0-9]*\"").matcher(svg).results())
        .extracting(match -> Integer.parseInt(match.group(1)))
        .allMatch(x -> x < 800);
  }

  @Test
  void thePlotsAreWrittenBesideThePage() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of("a<b>&\"c", "webflux-reactor");
    Path page = page(generator);
    try (Stream<Path> plots = Files.list(page.resolveSibling("plots"))) {
      assertThat(plots).hasSize(8);
    }
    String svg = Files.readString(page.resolveSibling("plots").resolve("latency_p99_ms.svg"));
    assertThat(svg).contains("a&lt;b&gt;&amp;&quot;c").doesNotContain("<b>", "NaN", "Infinity");
  }

  /** The time is printed; the bound only catches a change of kind. */
  @Test
  void aReportOfTwoHundredStepsOfManyThreadsIsQuick() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.trials = 10;
    generator.levels = Stream.iterate(260, level -> level + 260).limit(10).toList();
    generator.threads = 2_600;
    Path run = generator.write(temp.resolve("large"));
    long start = System.nanoTime();
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    double seconds = (System.nanoTime() - start) / 1e9;
    long bytes = Files.size(run.resolve("report.html"));
    System.out.printf(
        "report of 200 steps of 2,600 threads: %.2f s, %.1f MB%n", seconds, bytes / 1e6);
    assertThat(seconds).isLessThan(30);
    assertThat(bytes).isLessThan(20_000_000);
  }

  /** A report of a run with hostile text in every free field. */
  static Path hostile(Path temp) {
    RunGenerator generator = new RunGenerator();
    generator.freeText = HOSTILE;
    generator.threadName = i -> i % 2 == 0 ? HOSTILE + i : "\",\n\"" + i;
    Path run = generator.write(temp.resolve("hostile"));
    Programs.Ended ended = Programs.run("report", run.toString());
    assertThat(ended.err()).isEmpty();
    return run.resolve("report.html");
  }

  private Path page(RunGenerator generator) {
    return written(generator.write(temp.resolve("run")));
  }

  private static Path written(Path run) {
    assertThat(Programs.run("report", run.toString()).exitCode()).isZero();
    return run.resolve("report.html");
  }

  private JsonNode data(RunGenerator generator) throws IOException {
    return data(Files.readString(page(generator)));
  }

  static JsonNode report(Path run) throws IOException {
    return data(Files.readString(written(run)));
  }

  static JsonNode data(String html) {
    Matcher data = DATA.matcher(html);
    assertThat(data.find()).isTrue();
    return RunJson.parse(data.group(1));
  }

  /** The first finding of a page on a topic. */
  static JsonNode finding(JsonNode page, String topic) {
    return page.path("key_findings")
        .path("findings")
        .valueStream()
        .filter(finding -> finding.path("topic").asString().equals(topic))
        .findFirst()
        .orElseThrow();
  }

  static List<String> subjects(JsonNode finding) {
    return finding
        .path("entries")
        .valueStream()
        .map(entry -> entry.path("subject").asString())
        .toList();
  }

  /** What a finding says of a subject; of all of them for an empty one. */
  static String values(JsonNode finding, String subject) {
    return finding
        .path("entries")
        .valueStream()
        .filter(entry -> entry.path("subject").asString().equals(subject))
        .map(entry -> entry.path("values").asString())
        .findFirst()
        .orElseThrow();
  }

  /**
   * The medians on a page, by subject, place and metric.
   *
   * @param place the field by which a cell is named
   */
  static Map<String, Double> medians(JsonNode page, String place) {
    Map<String, Double> medians = new TreeMap<>();
    for (JsonNode metric : page.path("plot_data").path("metrics")) {
      for (JsonNode series : metric.path("series")) {
        for (JsonNode level : series.path("levels")) {
          if (level.path("median").isNumber()) {
            medians.put(
                String.join(
                    " ",
                    series.path("server").asString(),
                    level.path(place).asString(),
                    metric.path("id").asString()),
                level.path("median").doubleValue());
          }
        }
      }
    }
    return medians;
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(digest);
  }
}

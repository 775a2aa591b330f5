package dev.tierbench.harness.http.drive.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On output of the generators, recorded with the version that the file names. */
class GeneratorOutputTest {

  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final String TIME = "2026-01-01T00:00:00Z";
  private static final Load CLOSED = new Load.Closed(200);
  private static final Load OPEN = new Load.Open(2_000, Load.Open.CONSTANT, 200);

  @TempDir private Path folder;

  private static LoadOrder order(Load load, Path log) {
    return new LoadOrder(
        PhaseName.MEASURE,
        ForeignGeneratorTest.request("http://127.0.0.1:8080/sleep"),
        load,
        8,
        Optional.empty(),
        1,
        log);
  }

  private LoadReport read(ForeignGenerator generator, Load load, String file) throws IOException {
    return generator.read(
        order(load, folder.resolve("none.log")), TIME, Files.readString(RESOURCES.resolve(file)));
  }

  @Test
  void wrkReportsCountsAndFourPercentilesOfTheServiceTime() throws IOException {
    LoadResult.Phase phase = read(new Wrk(), CLOSED, "wrk-4.1.0-tomcat.txt").phase();
    assertThat(phase.name()).isEqualTo("measure");
    assertThat(phase.startedAt()).isEqualTo(TIME);
    assertThat(phase.ok()).isEqualTo(65_889);
    assertThat(phase.seconds()).isCloseTo(26.11, within(0.01));
    assertThat(phase.throughputRps()).isCloseTo(2_523.10, within(0.01));
    assertThat(phase.serviceTimeUs())
        .isEqualTo(latency(78_580.0, 67_010.0, 121_130.0, 193_730.0, Optional.empty(), 345_910.0));
    assertThat(phase.bytesReceived()).contains(Math.round(7.43 * 1024 * 1024));
    assertThat(phase.failed().total()).isZero();
  }

  @Test
  void whatWrkDoesNotReportIsAbsent() throws IOException {
    LoadResult.Phase phase = read(new Wrk(), CLOSED, "wrk-4.1.0-tomcat.txt").phase();
    assertThat(phase.started()).isEmpty();
    assertThat(phase.carriedIn()).isEmpty();
    assertThat(phase.inFlightAtEnd()).isEmpty();
    assertThat(phase.inFlightAge()).isEmpty();
    assertThat(phase.okPerSecond()).isEmpty();
    assertThat(phase.silence()).isEmpty();
    assertThat(phase.generator()).isEmpty();
    assertThat(phase.unsent()).isEmpty();
    assertThat(phase.responseTimeUs()).isEmpty();
    assertThat(phase.failed().body()).isEmpty();
  }

  @Test
  void allAnswersOfWrkMayHaveAnErrorStatus() throws IOException {
    LoadReport report = read(new Wrk(), CLOSED, "wrk-4.1.0-non2xx.txt");
    assertThat(report.phase().ok()).isZero();
    assertThat(report.phase().failed().status()).contains(85_781L);
    assertThat(report.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo("status"))
        .satisfies(failure -> assertThat(failure.count()).isEqualTo(85_781));
  }

  /** 2,541 answers: 52 of an error status, 2 after the time-out; 52 connections were reset. */
  @Test
  void lateAnswersOfWrkAreAmongItsRequestsAndReadErrorsAreNot() throws IOException {
    LoadReport report = read(new Wrk(), CLOSED, "wrk-4.1.0-mixed.txt");
    assertThat(report.phase().ok()).isEqualTo(2_541 - 52 - 2);
    assertThat(report.phase().failed())
        .isEqualTo(
            new LoadResult.Failed(
                Optional.of(52L),
                Optional.empty(),
                Optional.of(0L),
                Optional.of(52L),
                Optional.of(2L),
                Optional.empty()));
    assertThat(report.failures())
        .extracting(LoadResult.Failure::kind)
        .containsExactly("status", "reset", "timeout");
    assertThat(report.phase().serviceTimeUs().p99()).contains(64_210.0);
  }

  @Test
  void correctedLatenciesOfWrk2AreResponseTimes() throws IOException {
    LoadResult.Phase phase = read(new Wrk2(), OPEN, "wrk2-4.0.0-rate2000-c200.txt").phase();
    assertThat(phase.ok()).isEqualTo(36_621);
    assertThat(phase.throughputRps()).isCloseTo(1_830.43, within(0.01));
    assertThat(phase.responseTimeUs())
        .contains(
            latency(
                386_159.0,
                189_180.0,
                1_000_000.0,
                1_240_000.0,
                Optional.of(1_340_000.0),
                1_395_712.0));
    assertThat(phase.serviceTimeUs()).isEqualTo(LatencySummary.NONE);
    assertThat(phase.rateRatio()).isEmpty();
    assertThat(phase.sentOnTimeRatio()).isEmpty();
  }

  @Test
  void uncorrectedLatenciesOfWrk2AreServiceTimes() throws IOException {
    String once = Files.readString(RESOURCES.resolve("wrk2-4.0.0-rate2000-c200.txt"));
    int start = once.indexOf("  Latency Distribution");
    int end = once.indexOf("  36621 requests");
    String block = once.substring(start, end);
    String uncorrected =
        block
            .replace(
                "Recorded Latency",
                "Uncorrected Latency (measured without taking delayed starts into account)")
            .replace("189.18ms", "61.03ms");
    String both = once.substring(0, end) + "\n" + uncorrected + once.substring(end);
    LoadResult.Phase phase =
        new Wrk2().read(order(OPEN, folder.resolve("none.log")), TIME, both).phase();
    assertThat(phase.responseTimeUs().orElseThrow().p50()).contains(189_180.0);
    assertThat(phase.serviceTimeUs().p50()).contains(61_030.0);
  }

  /** 400 answers of about 10 ms over connections of their own, 40 of them with 502. */
  @Test
  void abTellsOtherStatusesAndItsPercentilesToTheMicrosecond() throws IOException {
    LoadReport report =
        new Ab()
            .read(
                order(new Load.Closed(4), RESOURCES.resolve("ab-2.3-status.csv")),
                TIME,
                Files.readString(RESOURCES.resolve("ab-2.3-status.txt")));
    LoadResult.Phase phase = report.phase();
    assertThat(phase.ok()).isEqualTo(360);
    assertThat(phase.failed().status()).contains(40L);
    assertThat(phase.failed().body()).isEmpty();
    assertThat(phase.failed().timeout()).isEmpty();
    assertThat(phase.seconds()).isEqualTo(1.073);
    assertThat(phase.bytesReceived()).contains(47_120L);
    assertThat(phase.serviceTimeUs().mean()).contains(11_000.0);
    assertThat(phase.serviceTimeUs().p50()).contains(10_518.0);
    assertThat(phase.serviceTimeUs().p90()).isPresent();
    assertThat(phase.serviceTimeUs().p99()).describedAs("4 samples beyond it").isEmpty();
    assertThat(phase.serviceTimeUs().max()).contains(12_612.0);
  }

  @Test
  void abWithoutItsFileHasNoLatenciesAndFailuresMayOutnumberItsRequests() throws IOException {
    LoadResult.Phase phase = read(new Ab(), CLOSED, "ab-2.3-c200.txt").phase();
    assertThat(phase.ok()).isEqualTo(5_000);
    assertThat(phase.throughputRps()).isCloseTo(1_386.78, within(0.5));
    assertThat(phase.serviceTimeUs()).isEqualTo(LatencySummary.NONE);
    LoadReport refused = read(new Ab(), CLOSED, "ab-2.3-refused.txt");
    assertThat(refused.phase().ok()).isZero();
    assertThat(refused.phase().failed().reset()).contains(150L);
    assertThat(refused.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo("reset"));
  }

  /** Requests of HTTP/2 that broke are done, and are not in its rate. */
  @Test
  void h2loadDividesAnswersAloneByThePlannedTime() throws IOException {
    String output =
        Files.readString(RESOURCES.resolve("h2load-1.52-c200.txt"))
            .replace("17104 done", "17204 done")
            .replace("0 errored", "100 errored");
    LoadResult.Phase phase =
        new H2load().read(order(CLOSED, folder.resolve("none.log")), TIME, output).phase();
    assertThat(phase.failed().reset()).contains(100L);
    assertThat(phase.seconds()).isCloseTo(8, within(1e-3));
  }

  @Test
  void h2loadCountsWholeAnswersWhereItCouldReadNoStatus() throws IOException {
    LoadResult.Phase phase = read(new H2load(), CLOSED, "h2load-1.52-no-reason-phrase.txt").phase();
    assertThat(phase.ok()).isEqualTo(15_449);
    assertThat(phase.failed().status()).isEmpty();
    assertThat(phase.failed().reset()).contains(0L);
  }

  @Test
  void h2loadDividesByThePlannedTimeAndHasNoPercentilesWithoutItsLog() throws IOException {
    LoadResult.Phase phase = read(new H2load(), CLOSED, "h2load-1.52-c200.txt").phase();
    assertThat(phase.ok()).isEqualTo(17_104);
    assertThat(phase.seconds()).isCloseTo(8, within(1e-3));
    assertThat(phase.throughputRps()).isCloseTo(2_138, within(0.1));
    assertThat(phase.started()).contains(17_304L);
    assertThat(phase.inFlightAtEnd()).isEmpty();
    assertThat(phase.bytesReceived()).contains(1_419_632L);
    assertThat(phase.serviceTimeUs().mean()).contains(93_270.0);
    assertThat(phase.serviceTimeUs().max()).contains(379_810.0);
    assertThat(phase.serviceTimeUs().p99()).isEmpty();
    assertThat(phase.okPerSecond()).isEmpty();
  }

  /** 223 answers with 200 and 9 with 502 over four connections, in 3 s. */
  @Test
  void theLogOfH2loadGivesPercentilesAndSecondsOfTheCorrectAnswers() throws IOException {
    LoadReport report =
        new H2load()
            .read(
                order(new Load.Closed(4), RESOURCES.resolve("h2load-1.52-status.log")),
                TIME,
                Files.readString(RESOURCES.resolve("h2load-1.52-status.txt")));
    LoadResult.Phase phase = report.phase();
    assertThat(phase.ok()).isEqualTo(223);
    assertThat(phase.failed().status()).contains(9L);
    assertThat(phase.serviceTimeUs().mean().orElseThrow()).isCloseTo(51_242.5, within(30.0));
    assertThat(phase.serviceTimeUs().p90()).isPresent();
    assertThat(phase.serviceTimeUs().p99()).describedAs("2 samples beyond it").isEmpty();
    assertThat(phase.okPerSecond().orElseThrow()).hasSize(2);
    assertThat(report.seconds()).hasSize(3);
    assertThat(report.seconds().stream().mapToLong(second -> second.getTotalCount()).sum())
        .isEqualTo(223);
    Path hlog = folder.resolve("latency.hlog");
    LatencyWriter.write(hlog, report);
    try (HistogramLogReader written = new HistogramLogReader(hlog.toFile())) {
      assertThat((Histogram) written.nextIntervalHistogram())
          .satisfies(second -> assertThat(second.getTag()).isEqualTo("measure"))
          .satisfies(second ->
              assertThat(second.getTotalCount()).isEqualTo(phase.okPerSecond().get().getFirst()));
    }
  }

  /** 32 of 50 connections were reset, and their requests are in no count but the first. */
  @Test
  void whatH2loadLosesIsNotTakenForRequestsInFlight() throws IOException {
    LoadResult.Phase phase = read(new H2load(), CLOSED, "h2load-1.52-lost-connections.txt").phase();
    assertThat(phase.started()).contains(1_629L);
    assertThat(phase.ok() + phase.failed().total()).isEqualTo(1_579);
    assertThat(phase.inFlightAtEnd()).isEmpty();
  }

  @Test
  void aServerThatRefusesH2loadLeavesNoRequest() throws IOException {
    LoadResult.Phase phase = read(new H2load(), CLOSED, "h2load-1.52-refused.txt").phase();
    assertThat(phase.ok() + phase.failed().total()).isZero();
    assertThat(phase.serviceTimeUs()).isEqualTo(LatencySummary.NONE);
    assertThat(phase.throughputRps()).isZero();
  }

  @Test
  void aReasonOfTwoWindowsIsToldOnce() throws IOException {
    LoadReport report = read(new Wrk(), CLOSED, "wrk-4.1.0-mixed.txt");
    assertThat(LoadReport.failures(List.of(report, report)))
        .hasSameSizeAs(report.failures())
        .contains(new LoadResult.Failure("timeout", "no answer in time", 4));
  }

  @Test
  void ohaReportsWhatItAbortedAtItsEndAsInFlight() throws IOException {
    LoadResult.Phase phase = read(new Oha(), CLOSED, "oha-1.16.0-good.json").phase();
    assertThat(phase.ok()).isEqualTo(2_525);
    assertThat(phase.inFlightAtEnd()).contains(50L);
    assertThat(phase.started()).contains(2_575L);
    assertThat(phase.seconds()).isCloseTo(3.002, within(1e-3));
    assertThat(phase.serviceTimeUs())
        .isEqualTo(latency(58_926.8, 53_644.7, 68_861.3, 127_714.6, Optional.empty(), 159_921.8));
    assertThat(phase.responseTimeUs()).isEmpty();
    assertThat(phase.bytesReceived()).describedAs("oha counts bodies alone").isEmpty();
  }

  @Test
  void correctedLatenciesOfOhaAtARateAreResponseTimes() throws IOException {
    LoadResult.Phase phase = read(new Oha(), OPEN, "oha-1.16.0-rate.json").phase();
    assertThat(phase.ok()).isEqualTo(1_181);
    assertThat(phase.inFlightAtEnd()).contains(19L);
    assertThat(phase.responseTimeUs().orElseThrow().mean()).contains(51_601.7);
    assertThat(phase.serviceTimeUs()).isEqualTo(LatencySummary.NONE);
  }

  @Test
  void failuresOfOhaAreSortedByItsWords() throws IOException {
    LoadReport report = read(new Oha(), CLOSED, "oha-1.16.0-mixed.json");
    assertThat(report.phase().ok()).isEqualTo(2_402);
    assertThat(report.phase().failed())
        .isEqualTo(
            new LoadResult.Failed(
                Optional.of(51L),
                Optional.empty(),
                Optional.of(0L),
                Optional.of(50L),
                Optional.of(3L),
                Optional.empty()));
    assertThat(report.failures())
        .extracting(LoadResult.Failure::reason)
        .contains("connection closed before message completed", "timeout");
    LoadResult.Phase refused = read(new Oha(), CLOSED, "oha-1.16.0-refused.json").phase();
    assertThat(refused.ok()).isZero();
    assertThat(refused.failed().connect().orElseThrow()).isPositive();
    assertThat(refused.serviceTimeUs()).isEqualTo(LatencySummary.NONE);
  }

  @ParameterizedTest
  @EnumSource(names = "LOADGEN", mode = EnumSource.Mode.EXCLUDE)
  void outputOfARunThatWasCutOffIsRefusedByName(GeneratorName name) {
    ForeignGenerator generator = ForeignGenerator.of(name).orElseThrow();
    Load load = name == GeneratorName.WRK2 ? OPEN : CLOSED;
    assertThatThrownBy(() ->
            generator.read(order(load, folder.resolve("none.log")), TIME, "Running 8s test @ x\n"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(name.id() + " ");
  }

  private void assertRefused(ForeignGenerator generator, String output, String reason) {
    assertThatThrownBy(
            () -> generator.read(order(CLOSED, folder.resolve("requests.log")), TIME, output))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason)
        .hasMessageMatching("[^\\p{Cntrl}]+");
  }

  @Test
  void aValueThatNoRunHasIsNoResult() throws IOException {
    String wrk = Files.readString(RESOURCES.resolve("wrk-4.1.0-tomcat.txt"));
    assertRefused(new Wrk(), wrk.replace("65889 requests", "9223372036854775808 requests"), "wrk");
    assertRefused(new Wrk(), wrk.replaceFirst("(Requests/sec: +)\\S+", "$11.2.3"), "wrk printed");
    assertRefused(new Wrk(), "Running\n\u001b]52;c;x\u0007", "its output ends with '\\u001b]52");
    String h2load = Files.readString(RESOURCES.resolve("h2load-1.52-c200.txt"));
    assertRefused(
        new H2load(),
        h2load.replaceFirst("status codes: \\d+", "status codes: " + "9".repeat(19)),
        "beyond any run");
  }

  @Test
  void aCountOfOhaThatIsNoneIsNoResult() throws IOException {
    String oha = Files.readString(RESOURCES.resolve("oha-1.16.0-good.json"));
    for (String count : List.of("\"many\"", "-1", "1.5", "{}", "null", "1" + "0".repeat(18))) {
      String output = oha.replaceFirst("\"200\": *\\d+", "\"200\": " + count);
      assertThat(output).isNotEqualTo(oha);
      assertRefused(new Oha(), output, "oha printed what is no result");
    }
    assertRefused(new Oha(), "{\"summary\": {\"total\": -1}}", "no summary with a total time");
    assertRefused(new Oha(), "[".repeat(100), "oha did not print JSON");
  }

  private void assertLogRefused(String log, String reason) throws IOException {
    Files.writeString(folder.resolve("requests.log"), log);
    assertRefused(
        new H2load(), Files.readString(RESOURCES.resolve("h2load-1.52-status.txt")), reason);
  }

  @Test
  void aLogOfRequestsWithAnImpossibleRowIsRefused() throws IOException {
    assertLogRefused("1760000000000000\t200\tsoon\n", "a row that h2load does not write");
    assertLogRefused("1760000000000000\t200\t-5\n", "a row that h2load does not write");
    assertLogRefused(
        "1760000000000000\t200\t9223372036854775807\n", "a row that h2load does not write");
  }

  /** Each second has a histogram: 1 and 1760000000000000 would be 55 years of them. */
  @Test
  void aLogOfRequestsThatSpansMoreThanAnHourIsRefused() throws IOException {
    assertLogRefused(
        "1\t200\t1\n1760000000000000\t200\t1\n", "requests.log spans more than 3600 s");
  }

  @Test
  void aLogOfRequestsHasALimitOfItsSize() throws IOException {
    Path log = Files.write(folder.resolve("big.log"), new byte[(2 << 20) + 1]);
    assertThatThrownBy(() -> RequestLog.read(log, 2 << 20))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("big.log is larger than 2 MiB: shorten --measure");
    assertThat(RequestLog.MOST_BYTES).isEqualTo(1L << 30);
  }

  private static LatencySummary latency(
      double mean, double p50, double p90, double p99, Optional<Double> p999, double max) {
    return new LatencySummary(
        Optional.of(mean),
        Optional.of(p50),
        Optional.of(p90),
        Optional.of(p99),
        p999,
        Optional.of(max));
  }
}

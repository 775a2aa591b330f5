package dev.tierbench.harness.http.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.rules.Steps;
import dev.tierbench.run.Load;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Pause;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedLoadTest {

  private static final String MEASURE = "measure";

  @TempDir private Path folder;

  /** Two seconds of requests around a mean, of one generator. */
  private static List<Histogram> seconds(long seed, long meanNanos, long startMillis) {
    Random random = new Random(seed);
    List<Histogram> seconds = new ArrayList<>();
    for (int second = 0; second < 2; second++) {
      Histogram histogram = new Histogram(3);
      for (int i = 0; i < 3_000; i++) {
        histogram.recordValue((long) (meanNanos * (0.5 + random.nextDouble())));
      }
      histogram.setTag(MEASURE);
      histogram.setStartTimeStamp(startMillis + second * 1_000L);
      histogram.setEndTimeStamp(startMillis + second * 1_000L + 1_000);
      seconds.add(histogram);
    }
    return seconds;
  }

  private Path generator(String name, List<Histogram> seconds, int connections, long failed)
      throws IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    Histogram all = new Histogram(3);
    seconds.forEach(all::add);
    LoadResult.Phase phase =
        Steps.phase()
            .with(next ->
                next.name(MEASURE)
                    .seconds(2.0)
                    .started(Optional.of(6_000 + failed + connections))
                    .carriedIn(Optional.of((long) connections))
                    .ok(6_000)
                    .failed(new LoadResult.Failed(failed, 0, 0, 0, 0, failed))
                    .inFlightAtEnd(Optional.of((long) connections))
                    .throughputRps(3_000)
                    .serviceTimeUs(LatencySummary.ofNanos(all))
                    .okPerSecond(Optional.of(List.of(3_000L, 3_000L)))
                    .bytesReceived(Optional.of(1_000L))
                    .inFlightAge(Optional.of(new LoadResult.InFlightAge(1, 2)))
                    .silence(Optional.of(new Pause(0.01 * connections, 1)))
                    .generator(
                        Optional.of(
                            new LoadResult.Generator(
                                Optional.of(20.0),
                                Optional.of(100.0 * connections),
                                Optional.of(10.0 * connections),
                                0.12,
                                0,
                                Optional.of(new Pause(0.001 * connections, 1))))));
    RunJson.write(
        own.resolve(RunFolder.LOAD),
        Steps.load(new Load.Closed(connections), List.of(phase))
            .withFailures(List.of(new LoadResult.Failure("status", "503", failed))));
    try (PrintStream stream =
        new PrintStream(own.resolve(RunFolder.LATENCY).toFile(), StandardCharsets.US_ASCII)) {
      HistogramLogWriter writer = new HistogramLogWriter(stream);
      writer.outputLogFormatVersion();
      writer.outputStartTime(seconds.getFirst().getStartTimeStamp());
      writer.setBaseTime(seconds.getFirst().getStartTimeStamp());
      seconds.forEach(writer::outputIntervalHistogram);
    }
    return own;
  }

  private static Histogram whole(Path log) throws IOException {
    Histogram sum = new Histogram(3);
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      for (EncodableHistogram each = reader.nextIntervalHistogram();
          each != null;
          each = reader.nextIntervalHistogram()) {
        sum.add((Histogram) each);
      }
    }
    return sum;
  }

  @Test
  void percentilesAreThoseOfTheAddedHistogramsAndCountsAddUp() throws IOException {
    List<Histogram> own = seconds(1, 50_000_000, 1_000_000);
    // Its clock is a day ahead, which nothing may depend on.
    List<Histogram> other = seconds(2, 90_000_000, 1_000_000 + 86_400_000);
    MergedLoad merged =
        MergedLoad.read(List.of(generator("a", own, 30, 2), generator("b", other, 20, 3)));
    Histogram expected = new Histogram(3);
    own.forEach(expected::add);
    other.forEach(expected::add);

    LoadResult result = merged.result(new Load.Closed(50));
    LoadResult.Phase phase = result.phases().getFirst();
    assertThat(phase.serviceTimeUs()).isEqualTo(LatencySummary.ofNanos(expected));
    assertThat(phase.ok()).isEqualTo(12_000);
    assertThat(phase.started()).contains(12_000L + 5 + 50);
    assertThat(phase.throughputRps()).isEqualTo(6_000);
    assertThat(phase.okPerSecond()).contains(List.of(6_000L, 6_000L));
    assertThat(phase.failed().status()).contains(5L);
    assertThat(phase.failed().gatewayTimeout()).contains(5L);
    assertThat(phase.silence()).contains(new Pause(0.2, 1));
    assertThat(phase.generator().orElseThrow().loopLagP99Us()).contains(300.0);
    assertThat(phase.generator().orElseThrow().cpuUsPerRequest())
        .contains(Math.round(0.24e6 / 12_005 * 100) / 100.0);
    assertThat(result.connections().requested()).isEqualTo(50);
    assertThat(result.load()).isEqualTo(new Load.Closed(50));
    assertThat(result.failures()).containsExactly(new LoadResult.Failure("status", "503", 5));

    Path log = folder.resolve("latency.hlog");
    merged.writeLatencies(log);
    Histogram written = whole(log);
    assertThat(written.getTotalCount()).isEqualTo(12_000);
    assertThat(LatencySummary.ofNanos(written).p99()).isEqualTo(phase.serviceTimeUs().p99());
    assertThat(Files.readString(log).lines().filter(line -> line.startsWith("Tag="))).hasSize(2);
  }

  @Test
  void aDamagedIntervalIsAFailureAndNotTheEndOfTheLog() throws IOException {
    Path own = generator("a", seconds(1, 50_000_000, 1_000_000), 10, 0);
    Path other = generator("b", seconds(2, 50_000_000, 1_000_000), 10, 0);
    Path log = other.resolve(RunFolder.LATENCY);
    List<String> lines = new ArrayList<>(Files.readAllLines(log));
    lines.set(lines.size() - 1, lines.getLast().substring(0, 40));
    Files.write(log, lines);
    assertThatThrownBy(() -> MergedLoad.read(List.of(own, other)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("latency.hlog holds a damaged histogram after 1 intervals");
    lines.set(lines.size() - 1, "Tag=measure,nonsense");
    Files.write(log, lines);
    assertThatThrownBy(() -> MergedLoad.read(List.of(own, other)))
        .hasMessageContaining("damaged histogram after 1 intervals");
  }

  /**
   * One generator keeps up, and the other sends a tenth of what is due of it, half of that late.
   */
  @Test
  void aGeneratorThatSendsLittleCountsByWhatWasDueOfIt() throws IOException {
    open("a", 2_000, 20_000, 1, 1);
    open("b", 1_000, 1_000, 0.1, 0.5);
    LoadResult.Phase both =
        MergedLoad.read(List.of(folder.resolve("a"), folder.resolve("b")))
            .result(new Load.Open(3_000, Load.Open.CONSTANT, 20))
            .phases()
            .getFirst();
    assertThat(both.rateRatio().orElseThrow()).isCloseTo(0.7, within(1e-9));
    assertThat(both.sentOnTimeRatio().orElseThrow()).isCloseTo(20_500 / 21_000.0, within(1e-9));
    assertThat(both.lateWithConnectionRatio().orElseThrow())
        .isCloseTo(400 / 21_000.0, within(1e-9));
    assertThat(both.lateWithoutConnectionRatio().orElseThrow())
        .isCloseTo(100 / 21_000.0, within(1e-9));
  }

  private void open(String name, double rate, long sent, double rateRatio, double onTime)
      throws IOException {
    Path own = generator(name, seconds(1, 50_000_000, 1_000_000), 10, 0);
    LoadResult closed = RunJson.read(own.resolve(RunFolder.LOAD), LoadResult.class);
    LoadResult.Phase phase =
        closed
            .phases()
            .getFirst()
            .with(next ->
                next.ok(sent)
                    .started(Optional.of(sent + 10))
                    .rateRatio(Optional.of(rateRatio))
                    .sentOnTimeRatio(Optional.of(onTime))
                    .lateWithConnectionRatio(Optional.of(0.8 * (1 - onTime)))
                    .lateWithoutConnectionRatio(Optional.of(0.2 * (1 - onTime))));
    RunJson.write(
        own.resolve(RunFolder.LOAD),
        closed.withLoad(new Load.Open(rate, Load.Open.CONSTANT, 10)).withPhases(List.of(phase)));
  }

  @Test
  void aLoadIsSharedToTheLastConnection() {
    assertThat(LoadShares.of(new Load.Closed(5), 2))
        .containsExactly(new Load.Closed(3), new Load.Closed(2));
    List<Load> open = LoadShares.of(new Load.Open(1_000, "poisson", 10), 4);
    assertThat(open.stream().mapToInt(Load::connections).sum()).isEqualTo(10);
    assertThat(open).allSatisfy(load -> assertThat(((Load.Open) load).rateRps()).isEqualTo(250));
    assertThatThrownBy(() -> LoadShares.of(new Load.Closed(1), 2))
        .hasMessageContaining("1 connections cannot be shared by 2 generators");
  }
}

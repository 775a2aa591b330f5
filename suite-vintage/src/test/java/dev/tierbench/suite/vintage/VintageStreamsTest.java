package dev.tierbench.suite.vintage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Registry;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import dev.tierbench.suite.streams.StreamsStudy;
import dev.tierbench.suite.worker.PrintCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class VintageStreamsTest {

  private static final PrintCounter PRINTS = PrintCounter.install();
  private static final int[] SIZES = {1, 3, 1_000};

  private final Registry registry = Registry.ofClassPath();
  private final Map<String, String> versions =
      Map.of(
          "rxjava1-2015", "1.0.14",
          "rxjava2-2016", "2.0.0-RC1",
          "reactor-2015", "2.0.5.RELEASE",
          "akka-2015", "1.0");

  @TestFactory
  Stream<DynamicTest> everyLibraryGivesTheChecksumOfItsCaseAgainAndAgain() {
    return new VintageStreams()
        .implementations().keySet().stream()
            .flatMap(name ->
                registry.study(StreamsStudy.NAME).cases().stream()
                    .map(of -> new Case(StreamsStudy.NAME, of))
                    .map(of -> DynamicTest.dynamicTest(of + " by " + name, () -> check(of, name))));
  }

  private void check(Case of, String name) throws Exception {
    for (int size : SIZES) {
      long expected = registry.study(StreamsStudy.NAME).expected(of, size);
      Work work = registry.factory(StreamsStudy.NAME, name).open(new Settings(of, size, Map.of()));
      try {
        Sink sink = Sink.adding();
        long printed = PRINTS.bytes();
        assertThat(work.run(size, sink)).isEqualTo(expected);
        assertThat(work.run(size, sink)).as("second pass").isEqualTo(expected);
        assertThat(PRINTS.bytes() - printed).as("bytes printed while the time runs").isZero();
        assertThat(work.setup().libraries())
            .as("the version of the study and not of today")
            .extracting(library -> library.version())
            .containsExactly(versions.get(name));
      } finally {
        work.close();
      }
    }
  }

  @Test
  void theLibrariesOfTodayAreNotOnThisClassPath() {
    for (String name : List.of("reactor.core.publisher.Flux", "org.apache.pekko.NotUsed")) {
      assertThatExceptionOfType(ClassNotFoundException.class)
          .as(name)
          .isThrownBy(() -> Class.forName(name));
    }
  }

  @Test
  void everyOneIsDescribedWithItsClassPath() throws IOException {
    List<String> described =
        Files.readAllLines(Path.of("../suites/streams.yml")).stream()
            .filter(line -> line.contains("module: suite-vintage"))
            .map(line -> line.strip().replaceFirst(":.*", ""))
            .toList();
    assertThat(described)
        .containsExactlyInAnyOrderElementsOf(new VintageStreams().implementations().keySet());
  }
}

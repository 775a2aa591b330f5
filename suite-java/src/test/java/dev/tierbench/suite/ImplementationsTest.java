package dev.tierbench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.suite.worker.PrintCounter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ImplementationsTest {

  /** Needs a process in which no one else has loaded Reactor's schedulers. */
  private static final Set<String> OF_A_FRESH_PROCESS = Set.of("reactor-elastic-on-virtual");

  private static final List<String> SUITES = List.of("executors", "sleeps", "streams");
  private static final Map<String, String> SHORT_SLEEPS = Map.of("sleep_millis", "20");
  private static final PrintCounter PRINTS = PrintCounter.install();
  private static final int[] SIZES = {1, 3, 17};

  private final Registry registry = Registry.ofClassPath();

  @TestFactory
  Stream<DynamicTest> everyImplementationGivesTheChecksumOfItsCaseAgainAndAgain() {
    return SUITES.stream()
        .flatMap(
            suite -> registry.implementations(suite).stream().map(name -> List.of(suite, name)))
        .filter(names -> !OF_A_FRESH_PROCESS.contains(names.get(1)))
        .filter(names -> !names.get(1).startsWith("faulty-"))
        .flatMap(names -> cases(names.get(0), names.get(1)));
  }

  private Stream<DynamicTest> cases(String suite, String implementation) {
    return registry.study(suite).cases().stream()
        .map(name -> new Case(suite, name))
        .map(studyCase ->
            DynamicTest.dynamicTest(
                studyCase + " by " + implementation,
                () -> {
                  for (int size : SIZES) {
                    check(studyCase, implementation, size);
                  }
                }));
  }

  private void check(Case studyCase, String implementation, int size) throws Exception {
    long expected = registry.study(studyCase.suite()).expected(studyCase, size);
    Work work =
        registry
            .factory(studyCase.suite(), implementation)
            .open(new Settings(studyCase, size, SHORT_SLEEPS));
    try {
      Sink sink = Sink.adding();
      long printed = PRINTS.bytes();
      assertThat(work.run(size, sink)).isEqualTo(expected);
      assertThat(work.run(size, sink)).as("second pass").isEqualTo(expected);
      assertThat(PRINTS.bytes() - printed).as("bytes printed while the time runs").isZero();
      Tally tally = sink.tally();
      assertThat(tally.completed()).isEqualTo(tally.submitted());
      assertThat(tally.failed() + tally.rejected()).isZero();
      if (!studyCase.suite().equals("streams")) {
        int fewer = Math.max(1, size / 2);
        assertThat(work.run(fewer, sink))
            .as("a warm-up with fewer items")
            .isEqualTo(registry.study(studyCase.suite()).expected(studyCase, fewer));
        assertThat(sink.tally().completed()).isEqualTo(fewer);
      }
    } finally {
      work.close();
    }
  }

  @Test
  void theSumsAreThoseOfTheStudies() {
    assertThat(expected("streams", "range", 1_000_000)).isEqualTo(500_000_500_000L);
    assertThat(expected("streams", "flatmap-range", 1_000)).isEqualTo(1_002_000);
    assertThat(expected("sleeps", "sleep-1s", 1_000_000)).isEqualTo(499_999_500_000L);
    assertThat(expected("executors", "network", 100)).isEqualTo(4950);
  }

  @Test
  void ninetyOfAHundredPowersAreTheLargestInt() {
    // As a float, nine to its ninth power is 387,420,480.
    long small = 1 + 1 + 4 + 27 + 256 + 3125 + 46_656 + 823_543 + 16_777_216 + 387_420_480L;

    assertThat(expected("executors", "arithmetic", 100)).isEqualTo(small + 90L * Integer.MAX_VALUE);
  }

  private long expected(String suite, String name, int size) {
    return registry.study(suite).expected(new Case(suite, name), size);
  }
}

package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.SustainedRate;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that keeps every rate up to its capacity; its saturation was measured wrongly. */
class RateSearchTest {

  private static final int MANY = 30;

  private final TreeMap<Integer, Boolean> outcomes = new TreeMap<>();
  private final Set<Integer> spoiled = new TreeSet<>();

  private SustainedRate search(double saturation, double capacity) {
    RateSearch search = new RateSearch(saturation);
    for (int probes = 0; probes < MANY; probes++) {
      Optional<Integer> next = search.next(outcomes, spoiled);
      if (next.isEmpty()) {
        return SustainedRate.of(outcomes);
      }
      assertThat(outcomes).doesNotContainKey(next.get());
      assertThat(spoiled).doesNotContain(next.get());
      outcomes.put(next.get(), next.get() <= capacity);
    }
    throw new AssertionError("no end after " + outcomes);
  }

  @ParameterizedTest
  @ValueSource(doubles = {500, 2_000, 7_000, 9_900, 12_500})
  void theHighestRateIsFoundToFivePercentInFewSteps(double capacity) {
    SustainedRate found = search(10_000, capacity);
    assertThat((double) found.kept().orElseThrow()).isBetween(capacity / 1.06, capacity);
    assertThat((double) found.missed().orElseThrow()).isBetween(capacity, capacity * 1.06);
    assertThat(outcomes).hasSizeLessThan(20);
  }

  @Test
  void noRateIsTriedTwiceByASlowServer() {
    for (int saturation = 1; saturation <= 400; saturation++) {
      for (double capacity : new double[] {0, 0.03, 0.3, 0.7, 1.1, 2}) {
        outcomes.clear();
        SustainedRate found = search(saturation, capacity * saturation);
        assertThat(found.kept().orElse(0)).isLessThanOrEqualTo((int) (capacity * saturation));
      }
    }
  }

  @Test
  void aServerThatKeepsNoRateEndsTheSearchAtTheLowest() {
    assertThat(search(1_000, 0).kept()).isEmpty();
  }

  @Test
  void aServerThatKeepsAllRatesHasALowerBoundOnly() {
    SustainedRate found = search(1_000, 1e6);
    assertThat(found.missed()).isEmpty();
    assertThat((double) found.kept().orElseThrow()).isGreaterThan(1_200);
  }

  @Test
  void aSpoiledStepIsNotTriedAgainAndItsNeighboursAre() {
    int first = new RateSearch(10_000).next(outcomes, spoiled).orElseThrow();
    spoiled.add(first);
    SustainedRate found = search(10_000, 7_000);
    assertThat((double) found.kept().orElseThrow()).isBetween(6_300.0, 7_000.0);
  }

  @Test
  void aHostThatSpoilsEveryStepEndsTheSearch() {
    for (int i = 1; i <= 4; i++) {
      spoiled.add(new RateSearch(10_000).next(outcomes, spoiled).orElseThrow());
    }
    assertThat(new RateSearch(10_000).next(outcomes, spoiled)).isEmpty();
  }

  @Test
  void twoServersTryTheSameRates() {
    search(10_000, 7_000);
    Set<Integer> ofOne = Set.copyOf(outcomes.keySet());
    outcomes.clear();
    search(10_200, 7_000);
    assertThat(ofOne).containsAnyElementsOf(outcomes.keySet());
  }
}

package dev.tierbench.harness.http.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Parameters;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundOrderTest {

  private static final List<String> SERVERS = List.of("a", "b", "c");

  private static List<String> turns(long seed, int round, boolean settles, boolean attaches) {
    return new RoundOrder(SERVERS, seed, round, Parameters.concurrency(200))
        .turns(settles, 4, attaches);
  }

  @Test
  void theSecondOfTwoWindowsHasTheReversedOrderOfTheFirst() {
    List<String> turns = turns(7, 1, false, false);
    assertThat(turns).hasSize(12);
    for (int pair = 0; pair < 2; pair++) {
      List<String> first = turns.subList(6 * pair, 6 * pair + 3);
      assertThat(first).containsExactlyInAnyOrderElementsOf(SERVERS);
      assertThat(turns.subList(6 * pair + 3, 6 * pair + 6)).isEqualTo(first.reversed());
    }
  }

  @Test
  void eachServerAlsoHasATurnToSettleAndOneForWhatIsAttached() {
    List<String> turns = turns(7, 1, true, true);
    assertThat(turns).hasSize(18);
    assertThat(turns.subList(0, 3)).containsExactlyInAnyOrderElementsOf(SERVERS);
    assertThat(turns.subList(15, 18)).containsExactlyInAnyOrderElementsOf(SERVERS);
  }

  @Test
  void theSeedAloneDecidesAndRoundsDiffer() {
    assertThat(turns(7, 2, true, false)).isEqualTo(turns(7, 2, true, false));
    assertThat(IntStream.range(1, 20).mapToObj(round -> turns(7, round, false, false)).distinct())
        .hasSizeGreaterThan(5);
  }
}

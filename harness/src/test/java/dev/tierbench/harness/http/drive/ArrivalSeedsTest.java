package dev.tierbench.harness.http.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Load;
import dev.tierbench.run.Parameters;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArrivalSeedsTest {

  private static long seed(int round, int rate, int generator) {
    Load seeded =
        new ArrivalSeeds(round, Parameters.rate(rate))
            .seeded(new Load.Open(rate, "poisson", 10), generator);
    return ((Load.Open) seeded).seed().orElseThrow();
  }

  @Test
  void everyRoundStepAndGeneratorHasItsOwnSeed() {
    Set<Long> seeds = new HashSet<>();
    for (int round = 1; round <= 20; round++) {
      for (int rate = 100; rate <= 2_000; rate += 100) {
        for (int generator = 1; generator <= 5; generator++) {
          seeds.add(seed(round, rate, generator));
        }
      }
    }
    assertThat(seeds).hasSize(20 * 20 * 5).allMatch(seed -> seed >= 0 && seed < 1L << 53);
  }

  @Test
  void allServersOfARoundMeetTheSameArrivals() {
    assertThat(seed(2, 4_000, 1)).isEqualTo(seed(2, 4_000, 1));
  }

  @Test
  void whatIsNotDrawnHasNoSeed() {
    ArrivalSeeds seeds = new ArrivalSeeds(1, Parameters.rate(100));
    Load.Open constant = new Load.Open(100, Load.Open.CONSTANT, 10);
    assertThat(seeds.seeded(constant, 1)).isEqualTo(constant);
    assertThat(seeds.seeded(new Load.Closed(5), 1)).isEqualTo(new Load.Closed(5));
  }
}

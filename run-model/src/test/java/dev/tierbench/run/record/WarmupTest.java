package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunJson;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WarmupTest {

  private static Warmup.Run run(String reason) {
    return new Warmup.Run(reason, "", true, "", List.of(), List.of());
  }

  @Test
  void aStepBelongsToTheLastWarmupThatPreparedItsJvm() {
    Warmup warmup =
        Warmup.none()
            .with(run("first"))
            .usedFor(Parameters.concurrency(200))
            .usedFor(Parameters.concurrency(800))
            .with(run("after a fault"))
            .usedFor(Parameters.concurrency(800));
    assertThat(warmup.before(Parameters.concurrency(200)).orElseThrow().reason())
        .isEqualTo("first");
    assertThat(warmup.before(Parameters.concurrency(800)).orElseThrow().reason())
        .isEqualTo("after a fault");
    assertThat(warmup.before(Parameters.concurrency(1_800))).isEmpty();
    assertThat(RunJson.parse(RunJson.toJson(warmup), Warmup.class)).isEqualTo(warmup);
  }

  @Test
  void theMostBeforeAStepIsThatOfTheWarmUpOrOfAnEarlierStep() {
    List<Warmup.Stage> stages =
        List.of(
            new Warmup.Stage(Tier.ECHO, 5_000, Optional.empty(), Optional.empty(), true, List.of()),
            new Warmup.Stage(
                Tier.SERVER, 300, Optional.empty(), Optional.empty(), true, List.of()));
    Warmup warmup =
        Warmup.none()
            .with(new Warmup.Run("first", "", true, "", stages, List.of()))
            .usedFor(Parameters.concurrency(800))
            .usedFor(Parameters.concurrency(200))
            .with(run("after a fault"))
            .usedFor(Parameters.concurrency(1_800));
    assertThat(warmup.mostBefore(Parameters.concurrency(800))).contains(300);
    assertThat(warmup.mostBefore(Parameters.concurrency(200))).contains(800);
    assertThat(warmup.mostBefore(Parameters.concurrency(1_800))).contains(0);
    assertThat(warmup.mostBefore(Parameters.concurrency(2_600))).isEmpty();
    Warmup again =
        warmup.usedFor(Parameters.concurrency(50)).usedFor(Parameters.concurrency(1_800));
    assertThat(again.mostBefore(Parameters.concurrency(1_800)))
        .as("measured again after itself")
        .contains(1_800);
    Warmup byRate = warmup.usedFor(Parameters.rate(900)).usedFor(Parameters.concurrency(2_600));
    assertThat(byRate.mostBefore(Parameters.concurrency(2_600))).isEmpty();
  }
}

package dev.tierbench.harness.http.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Tier;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.plan.HttpPlan.WarmupPlan;
import dev.tierbench.run.record.Warmup;
import dev.tierbench.run.record.Warmup.Slice;
import dev.tierbench.run.record.Warmup.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerWarmerTest {

  private final List<String> done = new ArrayList<>();

  /** Tiers of which all loads settle, or none. */
  private final class FakeTiers implements ServerWarmer.Tiers {
    private final boolean settle;
    private double throughput = 3_000;
    private boolean freshEcho;

    FakeTiers(boolean settle) {
      this.settle = settle;
    }

    @Override
    public Optional<Stage> echo(ServerWarmer.Load load) {
      return freshEcho ? Optional.of(stage(Tier.ECHO, load)) : Optional.empty();
    }

    @Override
    public Stage below(ServerWarmer.Load load) {
      return stage(Tier.SERVER, load);
    }

    @Override
    public Stage atLevel(ServerWarmer.Load load) {
      done.add("level");
      return stage(Tier.SERVER, load);
    }

    private Stage stage(Tier tier, ServerWarmer.Load load) {
      done.add(tier.id() + " at " + load.concurrency());
      Slice slice = new Slice(1, throughput, 0, Optional.of(90.0), Optional.of(1.0));
      return new Stage(
          tier, load.concurrency(), Optional.empty(), Optional.of("0-1"), settle, List.of(slice));
    }

    @Override
    public void holdServer() {
      done.add("hold");
    }
  }

  private static Warmup.Run run(WarmupPlan plan, FakeTiers tiers) throws Exception {
    return run(plan, tiers, Optional.empty());
  }

  private static Warmup.Run run(WarmupPlan plan, FakeTiers tiers, Optional<Double> mostThroughput)
      throws Exception {
    ServerWarmer warmer =
        new ServerWarmer(plan, 2_600, DelayDistribution.Constant.STANDARD, mostThroughput);
    return warmer.atLevel(warmer.below("a test", tiers), tiers);
  }

  @Test
  void aFreshEchoTierIsWarmedUpFirst() throws Exception {
    FakeTiers cold = new FakeTiers(true);
    cold.freshEcho = true;
    Warmup.Run outcome = run(new WarmupPlan(150, 40, 20), cold);
    assertThat(done)
        .containsExactly("echo at 800", "server at 150", "hold", "level", "server at 2600");
    assertThat(outcome.stages()).hasSize(3);
  }

  @Test
  void theTopLevelComesAfterTheServerWasMovedToItsCores() throws Exception {
    Warmup.Run outcome = run(new WarmupPlan(150, 40, 20), new FakeTiers(true));
    assertThat(done).containsExactly("server at 150", "hold", "level", "server at 2600");
    assertThat(outcome.settled()).isTrue();
    assertThat(outcome.stages()).hasSize(2);
  }

  @Test
  void theTopLevelIsWhatTheWorkOfAStepAllows() throws Exception {
    run(new WarmupPlan(150, 40, 20), new FakeTiers(true), Optional.of(5.0));
    assertThat(done).containsExactly("server at 150", "hold", "level", "server at 25");
  }

  @Test
  void aServerThatIsCappedIsNotBuriedUnderTheTopLevel() throws Exception {
    FakeTiers capped = new FakeTiers(true);
    capped.throughput = 200;
    run(new WarmupPlan(150, 40, 20), capped);
    assertThat(done).containsExactly("server at 150", "hold", "level", "server at 1000");
  }

  @Test
  void aLoadThatReachedItsCapLeavesTheServerUnsettled() throws Exception {
    assertThat(run(new WarmupPlan(150, 40, 20), new FakeTiers(false)).settled()).isFalse();
  }

  @Test
  void aServerThatIsNotWarmedUpIsMovedAllTheSame() throws Exception {
    Warmup.Run outcome = run(new WarmupPlan(150, 0, 20), new FakeTiers(true));
    assertThat(done).containsExactly("hold");
    assertThat(outcome.settled()).isFalse();
  }
}

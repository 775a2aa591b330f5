package dev.tierbench.harness.http.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.FakeTier;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.measured.IdleServers;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.Scheduling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundaryRecorderTest {

  private static final String MEASURE = PhaseName.MEASURE.id();

  /** Whose process nothing here asks for. */
  private static final Child LOADGEN = new Child(null);

  private final LocalHost host = new LocalHost("");
  private final ResourceSampler sampler =
      new ResourceSampler(new MeasuredHosts(host, Map.of(), List.of()), new IdleServers());
  private final List<Long> lateMillis = new ArrayList<>();
  private boolean confirms = true;

  private final BoundaryRecorder recorder =
      new BoundaryRecorder(
          sampler,
          Optional.of(
              new Backend.Counter() {
                @Override
                public boolean begin() {
                  return confirms;
                }

                @Override
                public Backend.Count end(long lateNs) {
                  lateMillis.add(TimeUnit.NANOSECONDS.toMillis(lateNs));
                  return Backend.Count.NONE;
                }
              }),
          new Pinning(Pinning.OFF, Map.of(), ""),
          List.of(PhaseName.MEASURE));

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void aCountIsAsLateAsBothBoundariesWereHandled() throws Exception {
    recorder.on(LOADGEN, LoadEvent.phaseStart(System.currentTimeMillis() - 40_000, MEASURE));
    recorder.on(LOADGEN, LoadEvent.phaseEnd(System.currentTimeMillis() - 20_000, MEASURE));
    assertThat(lateMillis).singleElement().asInstanceOf(LONG).isBetween(60_000L, 79_999L);
    assertThat(recorder.tiers(Optional.empty()).phases())
        .singleElement()
        .satisfies(phase ->
            assertThat(TimeUnit.NANOSECONDS.toMillis(phase.boundaryLagNs()))
                .isBetween(40_000L, 59_999L));
  }

  @Test
  void aBackendThatDidNotConfirmIsNotAskedForItsCount() throws Exception {
    confirms = false;
    recorder.on(LOADGEN, LoadEvent.phaseStart(System.currentTimeMillis(), MEASURE));
    recorder.on(LOADGEN, LoadEvent.phaseEnd(System.currentTimeMillis(), MEASURE));
    assertThat(lateMillis).isEmpty();
    assertThat(recorder.tiers(Optional.empty()).phases()).hasSize(1);
  }

  @Test
  void threadsThatWereReadBeforeAWindowAreNotReadInIt() throws Exception {
    FakeTier ownJvm = new FakeTier("this JVM", ProcessHandle.current().pid());
    sampler.add(Tier.ECHO, Tier.ECHO.id(), ownJvm, false);
    recorder.readScheduling();
    List<Scheduling> before = recorder.tiers(Optional.empty()).scheduling();
    Thread more = Thread.ofPlatform().daemon().start(LockSupport::park);
    recorder.on(LOADGEN, LoadEvent.phaseStart(System.currentTimeMillis(), MEASURE));
    assertThat(recorder.tiers(Optional.empty()).scheduling()).isNotEmpty().isEqualTo(before);
    LockSupport.unpark(more);
  }

  @Test
  void otherPhasesHaveNoBoundaries() throws Exception {
    String pause = PhaseName.PAUSE.id();
    recorder.on(LOADGEN, LoadEvent.phaseStart(System.currentTimeMillis(), pause));
    recorder.on(LOADGEN, LoadEvent.phaseEnd(System.currentTimeMillis(), pause));
    assertThat(lateMillis).isEmpty();
    assertThat(recorder.tiers(Optional.empty()).phases()).isEmpty();
  }
}

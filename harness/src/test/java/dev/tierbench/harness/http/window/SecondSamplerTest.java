package dev.tierbench.harness.http.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.tier.FakeTier;
import dev.tierbench.harness.tier.UnaskedHost;
import dev.tierbench.observer.host.HostTimes;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.measured.HostSnapshot;
import dev.tierbench.observer.measured.IdleServers;
import dev.tierbench.observer.measured.MeasuredProcess;
import dev.tierbench.observer.measured.Times;
import dev.tierbench.run.Tier;
import dev.tierbench.run.protocol.LiveState;
import dev.tierbench.run.protocol.LoadEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SecondSamplerTest {

  private static final long SECOND = 1_000_000_000L;

  private final ScriptedHost host = new ScriptedHost();
  private final ResourceSampler sampler =
      new ResourceSampler(new MeasuredHosts(host, Map.of(), List.of()), new IdleServers());
  private final List<LiveState.Second> told = new ArrayList<>();
  private final SecondSampler seconds = new SecondSampler(sampler, told::add);

  @BeforeEach
  void watch() throws Exception {
    sampler.add(Tier.SERVER, "server", new FakeTier("tier", 7), false);
    seconds.begins("01-a", "200");
  }

  /** A host whose processes used what the test says. */
  private static final class ScriptedHost extends UnaskedHost {
    private final Map<String, Long> cpuNs = new HashMap<>();
    private long nanoTime;
    private int silenceAsked;

    @Override
    public HostSnapshot snapshot() {
      Map<String, Times> times = new HashMap<>();
      cpuNs.forEach((name, used) ->
          times.put(
              name,
              new Times(
                  Optional.of(new Proc.CpuTimes(used, 0)),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty())));
      return new HostSnapshot(nanoTime, new HostTimes(List.of()), Optional.empty(), times);
    }

    @Override
    public Optional<Long> longestSilenceNs() {
      silenceAsked++;
      return Optional.empty();
    }

    @Override
    public void watch(MeasuredProcess target) {}
  }

  private void connect(long pid) throws Exception {
    seconds.on(new FakeTier("tier", pid), 1, LoadEvent.connected(0, 4, 0.1));
  }

  private LiveState.Second second(long nanoTime, long serverNs, long ok) throws Exception {
    host.nanoTime = nanoTime;
    host.cpuNs.put("server", serverNs);
    seconds.on(new FakeTier("tier", 9), 1, LoadEvent.second(5, "measure", 1, ok, 0));
    return told.getLast();
  }

  private static Optional<Double> cores(LiveState.Second second, Tier tier) {
    return second.cpu().stream()
        .filter(each -> each.tier() == tier)
        .findFirst()
        .flatMap(LiveState.TierCpu::cores);
  }

  @Test
  void cpuIsThatSinceTheSecondBeforeOverTheTimeBetweenTheSamples() throws Exception {
    connect(9);
    assertThat(cores(second(SECOND, SECOND / 4, 100), Tier.SERVER))
        .describedAs("the first second has no sample before it")
        .isEmpty();
    LiveState.Second next = second(3 * SECOND, SECOND / 4 + SECOND, 300);
    assertThat(cores(next, Tier.SERVER)).contains(0.5);
    assertThat(next.requests().throughputRps()).contains(300.0);
    assertThat(next.trial() + " " + next.step() + " " + next.phase()).isEqualTo("01-a 200 measure");
  }

  @Test
  void aTierThatIsNotReadIsNotMeasured() throws Exception {
    connect(9);
    LiveState.Second unused = second(SECOND, 0, 1);
    assertThat(cores(second(2 * SECOND, SECOND, 1), Tier.LOADGEN)).isEmpty();
    assertThat(told.getLast().cpu()).hasSize(2);
  }

  @Test
  void anotherLoadBeginsAnew() throws Exception {
    connect(9);
    LiveState.Second unused = second(SECOND, 0, 1);
    connect(10);
    assertThat(cores(second(60 * SECOND, SECOND, 1), Tier.SERVER)).isEmpty();
  }

  @Test
  void nothingIsSampledAtABoundaryAndTheHostsSilenceIsLeftAlone() throws Exception {
    connect(9);
    seconds.on(new FakeTier("tier", 9), 1, LoadEvent.phaseStart(0, "measure"));
    seconds.on(new FakeTier("tier", 9), 1, LoadEvent.phaseEnd(0, "measure"));
    assertThat(told).isEmpty();
    LiveState.Second unused = second(SECOND, 0, 1);
    assertThat(host.silenceAsked).isZero();
  }
}

package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Tier;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.delay.DelayHistogram;
import dev.tierbench.run.delay.EchoDelays;
import dev.tierbench.run.plan.ResourceLimits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WindowSumTest {

  private static final Optional<Tiers.GroupMemory> GROUP_MEMORY =
      Optional.of(new Tiers.GroupMemory(Optional.empty(), Optional.empty(), Optional.of(77L)));
  private static final Optional<ResourceLimits> LIMITS =
      Optional.of(new ResourceLimits(Optional.of(0.5), Optional.empty()));

  private static final String MEASURE = "measure";
  private static final long SECOND = 1_000_000_000L;

  private static Tiers.Usage server(long pid, Optional<Long> cpuNs, long rss, long collections) {
    return TiersUsageBuilder.stagedBuilder()
        .tier(Tier.SERVER)
        .name("server")
        .pid(pid)
        .cpuNs(cpuNs)
        .userNs(cpuNs)
        .systemNs(Optional.of(0L))
        .jitCpuNs(Optional.of(5L))
        .rssBytes(Optional.of(rss))
        .threads(Optional.of(40))
        .cpus("1")
        .heap(
            Optional.of(
                new Tiers.Heap("G1", Optional.of(100L), collections, 1, 7, Optional.of(rss / 2))))
        .build();
  }

  /** A window of a second on one core, on which idle time and steal are counted. */
  private static Tiers.Phase window(
      Tiers.Usage server, long idleNs, long stealNs, long handled, double p99, Pause pause) {
    Tiers.Host host =
        Tiers.Host.of(
            List.of(
                new Tiers.Core(
                    1, Tiers.Host.busyNs(SECOND, idleNs, stealNs), idleNs, stealNs, 10)));
    return new Tiers.Phase(
        MEASURE,
        SECOND,
        1_000,
        host,
        List.of(server),
        Optional.of(
            new Tiers.Echo(
                handled,
                Optional.of(50.0),
                Optional.of(p99),
                Optional.of(2 * p99),
                Optional.of(pause),
                300)),
        Optional.empty(),
        List.of(
            TiersCgroupBuilder.builder()
                .tier(Tier.SERVER)
                .cpuNs(Optional.of(9L))
                .throttledNs(Optional.of(1L))
                .throttles(Optional.of(3L))
                .periods(Optional.of(10L))
                .quotaCores(Optional.of(0.5))
                .memory(GROUP_MEMORY)
                .asked(LIMITS)
                .shared(true)
                .build()),
        List.of(),
        Optional.of(5L));
  }

  private static Tiers.Phase sum(Tiers.Phase... windows) {
    return new Tiers(Tiers.SCHEMA, Optional.empty(), List.of(), List.of(windows), Optional.empty())
        .phase(MEASURE)
        .orElseThrow();
  }

  private static final Tiers.Phase FIRST =
      window(server(7, Optional.of(300L), 1_000, 2), 600_000_000, 0, 40, 51, new Pause(0.2, 0.1));
  private static final Tiers.Phase SECOND_ONE =
      window(server(7, Optional.of(500L), 3_000, 1), 400_000_000, 0, 60, 54, new Pause(0.3, 0.5));

  @Test
  void aSingleWindowIsThePhaseItself() {
    assertThat(sum(FIRST)).isEqualTo(FIRST);
  }

  @Test
  void timesAndCountsAreAddedUp() {
    Tiers.Phase sum = sum(FIRST, SECOND_ONE);
    assertThat(sum.windowNs()).isEqualTo(2 * SECOND);
    assertThat(sum.boundaryLagNs()).isEqualTo(2_000);
    Tiers.Usage server = sum.tier(Tier.SERVER).orElseThrow();
    assertThat(server.cpuNs()).contains(800L);
    assertThat(server.userNs()).contains(800L);
    assertThat(server.jitCpuNs()).contains(10L);
    assertThat(server.heap())
        .contains(new Tiers.Heap("G1", Optional.of(200L), 3, 2, 14, Optional.of(1_500L)));
    assertThat(sum.cgroups())
        .containsExactly(
            TiersCgroupBuilder.builder()
                .tier(Tier.SERVER)
                .cpuNs(Optional.of(18L))
                .throttledNs(Optional.of(2L))
                .throttles(Optional.of(6L))
                .periods(Optional.of(20L))
                .quotaCores(Optional.of(0.5))
                .memory(GROUP_MEMORY)
                .asked(LIMITS)
                .shared(true)
                .build());
    assertThat(sum.echo().orElseThrow().count()).isEqualTo(100);
    assertThat(sum.echo().orElseThrow().boundaryLagNs()).isEqualTo(600);
    assertThat(sum.idleServersNs()).contains(10L);
  }

  @Test
  void theMostThatAGroupHeldInAnyWindowStandsForAllUnlessOneLacksIt() {
    assertThat(peak(holding(Optional.of(9L)), holding(Optional.of(5L)))).contains(9L);
    assertThat(peak(holding(Optional.empty()), holding(Optional.of(5L)))).isEmpty();
  }

  private static Optional<Long> peak(Tiers.Phase... windows) {
    return sum(windows).cgroups().getFirst().memory().orElseThrow().windowPeakBytes();
  }

  private static Tiers.Phase holding(Optional<Long> bytes) {
    Tiers.Cgroup group =
        TiersCgroupBuilder.builder()
            .tier(Tier.SERVER)
            .memory(Optional.of(new Tiers.GroupMemory(Optional.empty(), Optional.of(99L), bytes)))
            .build();
    return FIRST.withCgroups(List.of(group));
  }

  @Test
  void theMostMemoryAndTheLargestPercentileStandForAllWindows() {
    Tiers.Phase sum = sum(SECOND_ONE, FIRST);
    assertThat(sum.tier(Tier.SERVER).orElseThrow().rssBytes()).contains(3_000L);
    assertThat(sum.echo().orElseThrow().p99Us()).contains(54.0);
    assertThat(sum.echo().orElseThrow().maxUs()).contains(108.0);
  }

  @Test
  void theDelaysOfAllWindowsAreTogetherUnlessOneLacksThem() {
    DelayHistogram one = new DelayHistogram(50, 50, 50, 50, List.of(new DelayHistogram.Bin(7, 3)));
    EchoDelays delays = new EchoDelays(DelayDistribution.Constant.STANDARD, one, one);
    Tiers.Phase counted =
        FIRST.with(next -> next.echo(Optional.of(withDelays(FIRST.echo().orElseThrow(), delays))));
    assertThat(sum(counted, counted).echo().flatMap(Tiers.Echo::delays))
        .hasValueSatisfying(both -> {
          assertThat(both.kept().count()).isEqualTo(6);
          // Each window begins the sequence anew.
          assertThat(both.distinct()).isEqualTo(3);
        });
    assertThat(sum(counted, FIRST).echo().orElseThrow().delays()).isEmpty();
  }

  @Test
  void theLongestPauseIsThatOfAllWindowsUnlessOneLacksIt() {
    Tiers.Phase unseen =
        FIRST.with(next -> next.echo(FIRST.echo().map(echo -> withPause(echo, Optional.empty()))));
    assertThat(sum(FIRST, FIRST).backendPause()).contains(new Pause(0.2, 0.1));
    assertThat(sum(FIRST, unseen).backendPause()).isEmpty();
  }

  private static Tiers.Echo withPause(Tiers.Echo echo, Optional<Pause> pause) {
    return new Tiers.Echo(
        echo.count(),
        echo.p50Us(),
        echo.p99Us(),
        echo.maxUs(),
        pause,
        echo.boundaryLagNs(),
        echo.delays());
  }

  private static Tiers.Echo withDelays(Tiers.Echo echo, EchoDelays delays) {
    return new Tiers.Echo(
        echo.count(),
        echo.p50Us(),
        echo.p99Us(),
        echo.maxUs(),
        echo.pause(),
        echo.boundaryLagNs(),
        Optional.of(delays));
  }

  @Test
  void theLongestPauseHasItsPlaceAmongAllWindows() {
    assertThat(sum(FIRST, SECOND_ONE).echo().orElseThrow().pause()).contains(new Pause(0.3, 1.5));
    assertThat(sum(SECOND_ONE, FIRST).echo().orElseThrow().pause()).contains(new Pause(0.3, 0.5));
  }

  @Test
  void aPartThatOneWindowLacksIsNotMeasured() {
    Tiers.Phase without = window(server(7, Optional.empty(), 1, 0), 0, 0, 1, 1, new Pause(0, 0));
    assertThat(sum(FIRST, without).tier(Tier.SERVER).orElseThrow().cpuNs()).isEmpty();
    assertThat(sum(without, FIRST).tier(Tier.SERVER).orElseThrow().cpuNs()).isEmpty();
    Tiers.Phase silent = FIRST.with(next -> next.echo(Optional.empty()));
    assertThat(sum(FIRST, silent).echo()).isEmpty();
  }

  /** An idle host of which one window is not known is not busy for want of its idle time. */
  @Test
  void aHostThatOneWindowDidNotReadIsNotRead() {
    Tiers.Phase unread = FIRST.with(next -> next.host(Tiers.Host.of(List.of())));
    assertThat(sum(FIRST, SECOND_ONE).host().wasRead()).isTrue();
    assertThat(sum(FIRST, unread).host().wasRead()).isFalse();
    assertThat(sum(unread, FIRST).host().wasRead()).isFalse();
  }

  @Test
  void twoProcessesOfOneNameHaveNoSum() {
    Tiers.Phase other = window(server(8, Optional.of(1L), 1, 0), 0, 0, 1, 1, new Pause(0, 0));
    assertThat(sum(FIRST, other).tier(Tier.SERVER).orElseThrow().cpuNs()).isEmpty();
  }

  /** Ticks may show more idle time than a window has; the next one then shows less. */
  @Test
  void busyIsWhatIsLeftOfAllWindowsTogether() {
    Tiers.Phase idle =
        window(server(7, Optional.of(1L), 1, 0), SECOND + 10_000_000, 0, 1, 1, new Pause(0, 0));
    Tiers.Phase half =
        window(server(7, Optional.of(1L), 1, 0), SECOND / 2, 0, 1, 1, new Pause(0, 0));
    Tiers.Host host = sum(idle, half).host();
    assertThat(host.busyNs()).isEqualTo(490_000_000);
    assertThat(host.perCore())
        .containsExactly(new Tiers.Core(1, 490_000_000, 1_510_000_000, 0, 20));
  }

  @Test
  void theWindowsThemselvesStayInTheirOrder() {
    Tiers tiers =
        new Tiers(
            Tiers.SCHEMA,
            Optional.empty(),
            List.of(),
            Stream.of(FIRST, SECOND_ONE).toList(),
            Optional.empty());
    assertThat(tiers.windows(MEASURE)).containsExactly(FIRST, SECOND_ONE);
    assertThat(tiers.phase("trace")).isEmpty();
  }
}

package dev.tierbench.rules;

import static dev.tierbench.run.Verdict.FAIL;
import static dev.tierbench.run.Verdict.PASS;
import static dev.tierbench.run.Verdict.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Scheduling;
import dev.tierbench.run.record.Tiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchedulingRulesTest {

  private static final Plan.Pinning SHARED = new Plan.Pinning(Plan.Pinning.OFF, Map.of(), "");

  private static Optional<Check> check(
      String name, List<Scheduling> scheduling, Tiers.Host host, boolean sharingAsked) {
    Plan.Pinning pinning = sharingAsked ? SHARED : Steps.PINNED;
    Tiers.Phase phase = Steps.tiers();
    Tiers.Phase on = Steps.tiers(phase.tiers(), host, phase.echo(), 0);
    return Rules.check(
            Steps.step(Steps.load(Steps.phase()), on, scheduling, pinning), Limits.DEFAULT)
        .checks()
        .stream()
        .filter(check -> check.name().equals(name))
        .findFirst();
  }

  private static Check scheduling(List<Scheduling> scheduling, long busyPercent, boolean asked) {
    return check("scheduling", scheduling, Steps.host(busyPercent), asked).orElseThrow();
  }

  private static List<Scheduling> withServer(Scheduling server) {
    List<Scheduling> all = new ArrayList<>(Steps.scheduling());
    all.replaceAll(tier -> tier.tier() == Tier.SERVER ? server : tier);
    return all;
  }

  private static List<Scheduling> server(
      Optional<String> planned, Map<String, Integer> atStart, Map<String, Integer> atEnd) {
    return withServer(Steps.scheduling(Tier.SERVER, planned, atStart, atEnd));
  }

  private static List<Scheduling> shared() {
    return server(Optional.empty(), Map.of("0-7", 10), Map.of("0-7", 10));
  }

  @Test
  void tiersOnCoresOfTheirOwnPassHoweverBusyTheServersAre() {
    assertThat(scheduling(Steps.scheduling(), 100, false).verdict()).isEqualTo(PASS);
  }

  @Test
  void oneThreadOnAnotherTiersCoreAtTheEndOfTheWindowFails() {
    Check check =
        scheduling(
            server(Optional.of("2-5"), Map.of("2-5", 10), Map.of("2-5", 9, "0", 1)), 50, false);
    assertThat(check.verdict()).isEqualTo(FAIL);
    assertThat(check.value()).contains(1.0);
    assertThat(check.message()).contains("server", "1 on 0", "2-5");
  }

  @Test
  void aThreadOnPartOfThePlannedCoresIsNoStray() {
    assertThat(
            scheduling(
                    server(Optional.of("2-5"), Map.of("2-5", 9, "3", 1), Map.of("2-5", 10)),
                    50,
                    false)
                .verdict())
        .isEqualTo(PASS);
  }

  @Test
  void aTierThatNobodyHeldAndThatWasMovedFails() {
    assertThat(
            scheduling(server(Optional.empty(), Map.of("2-5", 10), Map.of("0-1", 10)), 50, true)
                .verdict())
        .isEqualTo(FAIL);
  }

  @Test
  void aSaturatedServerThatSharesCoresFailsUnlessThatWasAskedFor() {
    assertThat(scheduling(shared(), 90, false).verdict()).isEqualTo(FAIL);
    assertThat(scheduling(shared(), 90, true).verdict()).isEqualTo(WARN);
    assertThat(scheduling(shared(), 89, false).verdict()).isEqualTo(WARN);
  }

  @Test
  void whatTheKernelWasNotAskedForNeverPasses() {
    assertThat(scheduling(List.of(), 50, false).verdict()).isEqualTo(WARN);
    assertThat(
            scheduling(server(Optional.of("2-5"), Map.of("2-5", 10), Map.of()), 50, false)
                .verdict())
        .isEqualTo(WARN);
  }

  @Test
  void aStrayThreadFailsAlsoWhenTheGeneratorWasGoneBeforeItWasRead() {
    List<Scheduling> all =
        new ArrayList<>(server(Optional.of("2-5"), Map.of("2-5", 10), Map.of("0-7", 10)));
    all.replaceAll(tier ->
        tier.tier() == Tier.LOADGEN
            ? Steps.scheduling(Tier.LOADGEN, Optional.of("0-1"), Map.of("0-1", 5), Map.of())
            : tier);
    assertThat(scheduling(all, 50, false).verdict()).isEqualTo(FAIL);
  }

  @Test
  void aMoveInsideTheCountedWindowFails() {
    Scheduling server = Steps.scheduling(Tier.SERVER, "2-5");
    Scheduling moved =
        new Scheduling(
            server.tier(),
            Optional.empty(),
            server.group(),
            server.threadsAtStart(),
            server.threadsAtEnd(),
            Map.of("0", 10));
    Check check = scheduling(withServer(moved), 50, false);
    assertThat(check.verdict()).isEqualTo(FAIL);
    assertThat(check.message()).contains("from cores 2-5 to 2-5 to 0");
  }

  @Test
  void oneFullHelperIsNotHiddenByAnIdleOne() {
    List<Tiers.Core> cores = new ArrayList<>();
    for (int cpu = 0; cpu < 8; cpu++) {
      long busy = cpu >= 6 ? 95 : 40;
      cores.add(new Tiers.Core(cpu, busy, 100 - busy, 0, 0));
    }
    Tiers.Host host = new Tiers.Host(8, 430, 370, 0, cores);
    Check check = check("helper_cores", Steps.scheduling(), host, false).orElseThrow();
    assertThat(check.verdict()).isEqualTo(FAIL);
    assertThat(check.message()).startsWith("cores 6-7 ");
  }

  @Test
  void helpersOnOneCoreAreJudgedTogether() {
    List<Scheduling> shared =
        List.of(
            Steps.scheduling(Tier.LOADGEN, "0"),
            Steps.scheduling(Tier.SERVER, "1"),
            Steps.scheduling(Tier.ECHO, "0"));
    assertThat(check("helper_cores", shared, Steps.host(86), false).orElseThrow().verdict())
        .isEqualTo(FAIL);
  }

  @Test
  void helpersThatAreAlmostSaturatedFailWithASplitToTry() {
    assertThat(helpers(69).verdict()).isEqualTo(PASS);
    assertThat(helpers(70).verdict()).isEqualTo(WARN);
    assertThat(helpers(85).verdict()).isEqualTo(FAIL);
    assertThat(helpers(85).message()).contains("--server-cores 3");
  }

  @Test
  void helpersThatShareTheServersCoresAreNotJudgedByTheirCores() {
    assertThat(check("helper_cores", shared(), Steps.host(95), true)).isEmpty();
  }

  @Test
  void coresThatWereNotReadOneByOneAreNotMeasured() {
    Check check =
        check("helper_cores", Steps.scheduling(), new Tiers.Host(8, 50, 50, 0, List.of()), false)
            .orElseThrow();
    Steps.assertNotMeasured(check);
  }

  private static Optional<Check> otherLoad(
      List<Scheduling> scheduling, Tiers.Usage server, long interruptNs) {
    return otherLoad(scheduling, server, interruptNs, Optional.empty());
  }

  private static Optional<Check> otherLoad(
      List<Scheduling> scheduling,
      Tiers.Usage server,
      long interruptNs,
      Optional<Long> idleServersNs) {
    List<Tiers.Core> cores = new ArrayList<>();
    for (int cpu = 0; cpu < 8; cpu++) {
      cores.add(new Tiers.Core(cpu, 8_000_000_000L, 2_000_000_000L, 0, interruptNs));
    }
    Tiers.Host host = new Tiers.Host(8, 64_000_000_000L, 16_000_000_000L, 0, cores);
    List<Tiers.Usage> tiers =
        Steps.tiers().tiers().stream()
            .map(tier -> tier.tier() == Tier.SERVER ? server : tier)
            .toList();
    Tiers.Phase on = Steps.tiers(tiers, host, Steps.tiers().echo(), 0);
    return Rules.check(
            Steps.step(
                Steps.load(Steps.phase()),
                on.withIdleServersNs(idleServersNs),
                scheduling,
                Steps.PINNED),
            Limits.DEFAULT)
        .named(Rules.OTHER_LOAD);
  }

  private static Tiers.Usage using(Optional<Long> cpuNs) {
    Tiers.Usage server = Steps.tiers().tier(Tier.SERVER).orElseThrow();
    return server.with(next -> next.cpuNs(cpuNs));
  }

  @ParameterizedTest
  @CsvSource({
    // Four cores were 80 % busy for 10 s, with interrupts of 1 s each.
    "28000000000, PASS, 0.0",
    "31000000000, PASS, 0.0",
    "26000000000, WARN, 5.0",
    "22000000000, FAIL, 15.0",
  })
  void whatOthersTakeOfTheServersCoresIsFound(long cpuNs, Verdict verdict, double percent) {
    Check check =
        otherLoad(Steps.scheduling(), using(Optional.of(cpuNs)), 1_000_000_000L).orElseThrow();
    assertThat(check.verdict()).isEqualTo(verdict);
    assertThat(check.value()).contains(percent);
  }

  @ParameterizedTest
  @CsvSource({
    "3000000000, WARN, 'server''s cores 2-5; servers of the round without load used 7.5 %'",
    "1, WARN, 'cores 2-5'"
  })
  void serversOfTheRoundWithoutLoadAreNamed(long idleNs, Verdict verdict, String message) {
    Check check =
        otherLoad(
                Steps.scheduling(),
                using(Optional.of(26_000_000_000L)),
                1_000_000_000L,
                Optional.of(idleNs))
            .orElseThrow();
    assertThat(check.verdict()).isEqualTo(verdict);
    assertThat(check.message()).contains(message);
    assertThat(check.message().contains("without load")).isEqualTo(idleNs > 1);
  }

  @Test
  void othersOnTheServersCoresAreNotToldFromAServerThatWasNotReadOrHeldNowhere() {
    Check unread = otherLoad(Steps.scheduling(), using(Optional.empty()), 0).orElseThrow();
    Steps.assertNotMeasured(unread);
    assertThat(otherLoad(shared(), using(Optional.of(1L)), 0)).isEmpty();
  }

  private static Check helpers(long busyPercent) {
    return check("helper_cores", Steps.scheduling(), Steps.host(busyPercent), false).orElseThrow();
  }
}

package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Plan.Pinning;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuAffinityTest {

  @TempDir Path root;

  private CpuTopology topology(String allowed) {
    return CpuTopology.of(new SystemFiles(root), CpuList.parse(allowed));
  }

  private Pinning auto(String allowed) {
    return CpuAffinity.of("auto", Optional.empty(), topology(allowed));
  }

  private Pinning auto(String allowed, int serverCores) {
    return CpuAffinity.of("auto", Optional.of(serverCores), topology(allowed));
  }

  private void siblings(int cpu, String list) {
    RunJson.write(
        root.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list"),
        list + "\n");
  }

  private void node(int node, String list) {
    RunJson.write(root.resolve("sys/devices/system/node/node" + node + "/cpulist"), list + "\n");
  }

  @Test
  void twoCoresAreOneForTheServerAndOneForTheOthers() {
    assertThat(auto("0-1").cpus())
        .isEqualTo(Map.of("echo", "0", "loadgen", "0", "harness", "0", "server", "1"));
  }

  @ParameterizedTest
  @CsvSource({"0-2,1", "0-3,2", "0-7,4", "0-15,8", "0-31,17"})
  void theServerGetsTheMostThatLeavesTheHelpersEnough(String allowed, int server) {
    Pinning pinning = auto(allowed);
    assertThat(pinning.cores("server").orElseThrow().size()).isEqualTo(server);
    for (String role : List.of("echo", "loadgen", "harness")) {
      assertThat(pinning.cores(role).orElseThrow().overlaps(pinning.cores("server").orElseThrow()))
          .isFalse();
    }
    assertThat(pinning.all().orElseThrow()).isEqualTo(CpuList.parse(allowed));
  }

  @Test
  void fromThreeCoresOnGeneratorAndEchoHaveCoresOfTheirOwn() {
    Pinning pinning = auto("4-7");
    assertThat(pinning.cores("echo").orElseThrow().overlaps(pinning.cores("loadgen").orElseThrow()))
        .isFalse();
  }

  @Test
  void hyperthreadsOfACoreStayTogether() {
    for (int cpu = 0; cpu < 4; cpu++) {
      siblings(cpu, cpu + "," + (cpu + 4));
      siblings(cpu + 4, cpu + "," + (cpu + 4));
    }
    Pinning pinning = auto("0-7");
    assertThat(pinning.cpus())
        .containsEntry("server", "2-3,6-7")
        .containsEntry("echo", "0,4")
        .containsEntry("loadgen", "1,5");
    assertThat(auto("0-7", 1).cpus())
        .containsEntry("server", "3,7")
        .containsEntry("harness", "0-2,4-6");
  }

  @Test
  void twoHyperthreadsAreSplitForWantOfAnythingBetterAndThePlanSaysSo() {
    siblings(0, "0-1");
    siblings(1, "0-1");
    assertThat(auto("0-1").cpus()).containsEntry("server", "1").containsEntry("echo", "0");
    assertThat(auto("0-1").note()).contains("hyperthreads of one core");
    assertThat(topology("0-1").splitsACore(CpuList.parse("1"), CpuList.parse("0"))).isTrue();
    assertThat(topology("0-3").splitsACore(CpuList.parse("2-3"), CpuList.parse("0-1"))).isFalse();
  }

  @Test
  void aNodeOfMemoryIsNotTornApart() {
    node(0, "0-7");
    node(1, "8-15");
    assertThat(auto("0-15").cpus()).containsEntry("server", "8-15");
  }

  @Test
  void aWantedNumberOfCoresIsGivenWhileTheHelpersKeepOne() {
    assertThat(auto("0-3", 3).cpus()).containsEntry("server", "1-3").containsEntry("echo", "0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> auto("0-3", 4))
        .withMessageContaining("expected 1 to 3");
    assertThatIllegalArgumentException().isThrownBy(() -> auto("0-3", 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuAffinity.of("off", Optional.of(1), topology("0-3")));
  }

  @Test
  void oneCoreIsTooFewAndTheErrorSaysWhatToDo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> auto("5"))
        .withMessageContaining("one core only (5)")
        .withMessageContaining("--pin off");
  }

  @Test
  void aPinningCanBeSpelledOutAndTheSweepKeepsOffTheServersCores() {
    Pinning pinning =
        CpuAffinity.of("echo=0,2,loadgen=1-3,server=4-15", Optional.empty(), topology("0-15"));
    assertThat(pinning.cpus())
        .containsEntry("echo", "0,2")
        .containsEntry("loadgen", "1-3")
        .containsEntry("server", "4-15")
        .containsEntry("harness", "0-3");
  }

  @Test
  void aHelperThatIsNotNamedGetsWhatTheServerLeaves() {
    assertThat(CpuAffinity.of("server=0", Optional.empty(), topology("0-1")).cpus())
        .isEqualTo(Map.of("server", "0", "echo", "1", "loadgen", "1", "harness", "1"));
    assertThat(CpuAffinity.of("loadgen=0", Optional.empty(), topology("0-1")).cpus())
        .isEqualTo(Map.of("loadgen", "0"));
  }

  @Test
  void theNextSmallerSplitIsNamedWhileThereIsOne() {
    assertThat(auto("0-7").splitToTry()).contains("--server-cores 3");
    assertThat(auto("0-1").splitToTry()).isEmpty();
  }

  @Test
  void offPinsNothing() {
    Pinning pinning = CpuAffinity.of("off", Optional.empty(), topology("0-1"));
    assertThat(pinning.cpus()).isEmpty();
    assertThat(pinning.sharingAsked()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "on", "echo", "echo=", "echo=16", "db=0", "echo=0,echo=1", "echo=0;server=1"})
  void whatIsNoPinningIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuAffinity.of(text, Optional.empty(), topology("0-15")));
  }
}

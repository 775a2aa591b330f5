package dev.tierbench.harness.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.plan.ResourceLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JvmOptionsTest {

  private static final String TOUCHED = "-XX:+AlwaysPreTouch";
  private static final List<String> COMMON = JvmOptions.measured("1g");

  @Test
  void aVariantsCollectorTakesThePlaceOfTheCommonOne() {
    assertThat(JvmOptions.ofVariant(COMMON, List.of("-XX:+UseZGC")))
        .contains("-Xms1g", "-Xmx1g", "-XX:+UseZGC")
        .doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void aVariantsLargestHeapIsItsFirstSizeToo() {
    assertThat(JvmOptions.ofVariant(COMMON, List.of("-Xmx2g")))
        .containsSubsequence("-Xms2g", "-Xmx2g")
        .doesNotContain("-Xms1g")
        .contains("-XX:+UseG1GC");
  }

  @Test
  void anyOtherOptionComesLast() {
    assertThat(JvmOptions.ofVariant(COMMON, List.of("-XX:+UseCompactObjectHeaders")))
        .startsWith("-Xms1g", "-Xmx1g", "-XX:+UseG1GC")
        .endsWith("-XX:+UseCompactObjectHeaders");
  }

  @Test
  void tiersHaveTheirHeapResidentFromTheStart() {
    Map<String, List<String>> tiers =
        JvmOptions.byTier("1g", new Pinning(Pinning.OFF, Map.of(), ""), false);
    assertThat(tiers).containsOnlyKeys("server", "echo", "loadgen");
    assertThat(tiers.values()).allSatisfy(options -> assertThat(options).contains(TOUCHED));
  }

  @Test
  void whatIsMeasuredByItsMemoryTakesItsHeapAsItNeedsIt() {
    assertThat(COMMON).doesNotContain(TOUCHED);
    List<String> server =
        JvmOptions.byTier("1g", new Pinning(Pinning.OFF, Map.of(), ""), false).get("server");
    ResourceLimits memory = new ResourceLimits(Optional.empty(), Optional.of(256L << 20));
    assertThat(JvmOptions.within(memory, server)).doesNotContain(TOUCHED, "-Xms1g", "-Xmx1g");
  }

  @Test
  void aJvmThatIsNotMeasuredIsNotHeldToCoresAndReadySooner() {
    assertThat(JvmOptions.unmeasured(List.of("-Xmx1g", TOUCHED, "-XX:ActiveProcessorCount=2")))
        .containsExactly("-Xmx1g");
  }
}

package dev.tierbench.harness.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmOptionsTest {

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
}

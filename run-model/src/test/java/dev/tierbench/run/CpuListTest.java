package dev.tierbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {

  @Test
  void rangesAndSinglesAreBothUnderstood() {
    assertThat(CpuList.parse("0-3,7\n").cpus()).containsExactly(0, 1, 2, 3, 7);
  }

  @Test
  void theTextIsTheKernelsShortestOne() {
    assertThat(CpuList.parse("7,0,1,2,3,9-10").text()).isEqualTo("0-3,7,9-10");
    assertThat(CpuList.parse("0-7").without(CpuList.parse("2,4-5")).text()).isEqualTo("0-1,3,6-7");
    assertThat(CpuList.parse("0-1").union(CpuList.parse("2")).text()).isEqualTo("0-2");
    assertThat(CpuList.parse("3").without(CpuList.parse("3")).text()).isEmpty();
  }

  @Test
  void setsThatShareACoreOverlap() {
    assertThat(CpuList.parse("0-3").overlaps(CpuList.parse("3-4"))).isTrue();
    assertThat(CpuList.parse("0-3").overlaps(CpuList.parse("4"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "3-1", "1-", "0,,1", "-1", "0-99999999"})
  void whatIsNoListIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> CpuList.parse(text));
  }
}

package dev.tierbench.observer.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.ProfileKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileOrderTest {

  @Test
  void kindsAreTakenOnceAndInOrder() {
    assertThat(ProfileOrder.parse(List.of("alloc", "cpu", "alloc")).kinds())
        .containsExactly(ProfileKind.CPU, ProfileKind.ALLOC);
  }

  @Test
  void theRecorderOfTheJdkStandsAlone() {
    assertThat(ProfileOrder.parse(List.of("jfr")).jfr()).isTrue();
    assertThatThrownBy(() -> ProfileOrder.parse(List.of("cpu", "jfr")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("alone");
  }

  @Test
  void theKernelSamplesOneKindAtATime() {
    assertThat(ProfileOrder.parse(List.of("switches", "alloc")).kinds())
        .containsExactly(ProfileKind.ALLOC, ProfileKind.SWITCHES);
    assertThatThrownBy(() -> ProfileOrder.parse(List.of("cpu", "switches")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one of cpu and switches");
  }

  @Test
  void anUnknownKindIsNamedWithThoseThatThereAre() {
    assertThatThrownBy(() -> ProfileOrder.parse(List.of("heap")))
        .hasMessage("unknown kind 'heap': expected cpu, alloc, lock, wall, switches, jfr");
    assertThatThrownBy(() -> ProfileOrder.parse(List.of("pin")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

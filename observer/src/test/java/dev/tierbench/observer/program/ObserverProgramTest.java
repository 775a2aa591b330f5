package dev.tierbench.observer.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObserverProgramTest {

  @Test
  void aProcessAloneIsShortForItsThreads() {
    assertThat(ObserverProgram.withCommand("4711", "--seconds", "5"))
        .containsExactly("threads", "4711", "--seconds", "5");
  }

  @Test
  void anythingElseStaysAsItIs() {
    assertThat(ObserverProgram.withCommand()).isEmpty();
    assertThat(ObserverProgram.withCommand("trace", "4711")).containsExactly("trace", "4711");
    assertThat(ObserverProgram.withCommand("--help")).containsExactly("--help");
  }
}

package dev.tierbench.observer.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.Needs;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.bpf.Assembler.Register;
import dev.tierbench.observer.bpf.CallCounter.Machine;
import dev.tierbench.run.CaptureLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a kernel that refuses, a map that is full and a counter that is closed leave behind. */
@Tag("process")
class CallCounterTest {

  /** Of x86-64. */
  private static final Machine MACHINE = new Machine(321, 202, 13 * Long.BYTES);

  private static final int NO_CALL = 9_999;

  @BeforeEach
  void needsTheKernel() {
    Needs.level(CaptureLevel.L0, false);
    Assumptions.assumeTrue(
        System.getProperty("os.arch").equals("amd64"),
        () -> Needs.skipped("the numbers of this test are those of x86-64"));
  }

  @Test
  void aKernelWithoutTheCallIsNamedAsTheReason() throws Exception {
    long before = bpfDescriptors();
    assertThatThrownBy(() -> CallCounter.attach(new Machine(NO_CALL, 202, 104), 1, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("MAP_CREATE");
    assertThat(bpfDescriptors()).isEqualTo(before);
  }

  @Test
  void theVerifierSaysWhyItRefusesAProgram() throws Exception {
    Bpf bpf = Bpf.open(MACHINE.bpf());
    assertThatThrownBy(() -> bpf.load(new Assembler().move(Register.R1, 0).exit()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("PROG_LOAD")
        .hasMessageContaining("verifier");
  }

  @Test
  void aFullMapCountsTheThreadsThatItHasRoomForAndShowsItsCapacity() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "load");
        CallCounter counter = CallCounter.withRoomFor(2, MACHINE, victim.pid())) {
      counter.begin();
      Thread.sleep(500);
      counter.end();
      assertThat(counter.capacity()).isEqualTo(2);
      assertThat(counter.read()).hasSize(2);
    }
  }

  @Test
  void countsNothingOutsideItsWindowAndLeavesNothingOpen() throws Exception {
    long before = bpfDescriptors();
    try (VictimProcess victim = VictimProcess.start("Victim", "load");
        CallCounter counter = CallCounter.attach(MACHINE, victim.pid(), 1)) {
      Thread.sleep(200);
      assertThat(counter.read()).isEmpty();
      counter.begin();
      Thread.sleep(200);
      counter.end();
      var counted = counter.read();
      assertThat(counted).isNotEmpty();
      Thread.sleep(200);
      assertThat(counter.read()).isEqualTo(counted);
      assertThat(bpfDescriptors()).isGreaterThan(before);
    }
    assertThat(bpfDescriptors()).isEqualTo(before);
  }

  /** Maps, programs and links of this process. */
  private static long bpfDescriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(
              descriptor -> {
                try {
                  return Files.readSymbolicLink(descriptor).toString().contains("bpf");
                } catch (IOException e) {
                  return false; // the descriptor of this list
                }
              })
          .count();
    }
  }
}

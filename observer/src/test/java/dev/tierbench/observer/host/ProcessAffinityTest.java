package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.CpuList;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real process, whose affinity the kernel reports. */
@Tag("process")
class ProcessAffinityTest {

  private static final CpuList ALL = HostFacts.REAL.cores();
  private static final CpuList ONE = CpuList.parse(ALL.cpus().iterator().next().toString());

  private Process process;

  @BeforeEach
  void start() throws IOException {
    process = new ProcessBuilder("sleep", "60").start();
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void everyThreadIsHeldAndTheKernelSaysSo() throws Exception {
    ProcessAffinity.hold(process.pid(), ONE);
    assertThat(new Proc(SystemFiles.REAL).affinity(process.pid())).isEqualTo(Map.of(ONE.text(), 1));
    ProcessAffinity.require(process.pid(), ONE);
    ProcessAffinity.hold(process.pid(), ALL);
  }

  @Test
  void coresThatTheHostLacksAreAnErrorThatSaysWhereTheThreadsAre() {
    assertThatThrownBy(() -> ProcessAffinity.hold(process.pid(), CpuList.parse("8000")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("plan holds them to 8000");
  }

  @Test
  void aProcessThatIsGoneIsAnError() throws Exception {
    process.destroyForcibly().waitFor();
    assertThatThrownBy(() -> ProcessAffinity.require(process.pid(), ONE))
        .isInstanceOf(IOException.class);
  }
}

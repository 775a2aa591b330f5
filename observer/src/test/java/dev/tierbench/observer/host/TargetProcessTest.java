package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.VictimProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("process")
class TargetProcessTest {

  /** Starts a program and never waits for it. */
  private static final List<String> CARELESS =
      List.of("sh", "-c", "exec 3<&0; \"$@\" <&3 & exec sleep 60", "sh");

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aJvmThatEndedIsNotAliveThoughItsParentHasNotWaitedForIt() throws Exception {
    try (VictimProcess victim = VictimProcess.start(CARELESS, JAVA, "Victim", "reads")) {
      long pid = victim.pidOfChild();
      TargetProcess target = TargetProcess.find(pid);
      assertThat(target.isAlive()).isTrue();
      assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
      while (target.isAlive()) {
        Thread.sleep(10);
      }
      assertThat(Files.exists(target.taskFolder())).isTrue();
    }
  }
}

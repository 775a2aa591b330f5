package dev.tierbench.observer.measured;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.Proc;
import org.junit.jupiter.api.Test;

class LastSeenTest {

  @Test
  void whatAProcessUsedIsKnownWhenItHasEnded() throws Exception {
    Process process =
        new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done")
            .start();
    LastSeen seen = LastSeen.of(Proc.REAL, process.pid());
    process.waitFor();
    assertThat(Proc.REAL.cpu(process.pid())).isEmpty();
    assertThat(seen.cpu().orElseThrow().totalNs()).isPositive();
    assertThat(seen.affinity().values()).containsExactly(1);
  }
}

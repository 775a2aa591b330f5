package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.RunJson;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnProcessTest {

  @TempDir Path root;

  private void file(String path, String text) {
    RunJson.write(root.resolve(path), text);
  }

  private CpuList cores() {
    return new OwnProcess(new SystemFiles(root)).cores();
  }

  /** With hyperthreads switched off at runtime, the kernel allows what it does not have. */
  @Test
  void coresThatAreOfflineAreNotAmongThoseThatItMayUse() {
    file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-63\n");
    file("sys/devices/system/cpu/online", "0-31\n");
    assertThat(cores()).isEqualTo(CpuList.parse("0-31"));
  }

  @Test
  void whatIsOnlineNeedNotBeKnown() {
    file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t2-3\n");
    assertThat(cores()).isEqualTo(CpuList.parse("2-3"));
  }
}

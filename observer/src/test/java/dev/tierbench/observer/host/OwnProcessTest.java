package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.file.RunJson;
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

  /** Root in a container with the default capabilities has no CAP_SYS_NICE. */
  @Test
  void whetherItMayRaiseItsPriorityIsACapabilityAndNotAUser() {
    OwnProcess process = new OwnProcess(new SystemFiles(root));
    file("proc/self/status", "Uid:\t0\t0\t0\t0\nCapEff:\t00000000a80425fb\n");
    assertThat(process.mayRaisePriority()).isFalse();
    file("proc/self/status", "Uid:\t1000\t1000\t1000\t1000\nCapEff:\t0000000000800000\n");
    assertThat(process.mayRaisePriority()).isTrue();
  }

  @Test
  void whatIsOnlineNeedNotBeKnown() {
    file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t2-3\n");
    assertThat(cores()).isEqualTo(CpuList.parse("2-3"));
  }
}

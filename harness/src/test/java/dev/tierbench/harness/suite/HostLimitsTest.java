package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.preflight.HostLimit;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.record.Work.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLimitsTest {

  @TempDir Path root;

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private HostLimits limits() {
    return HostLimits.of(new SystemFiles(root));
  }

  private static Prediction needing(int threads, int descriptors) {
    return new Prediction(Optional.empty(), "", threads, descriptors, Optional.empty());
  }

  @Test
  void theLeastLimitOnThreadsCounts() throws IOException {
    file("proc/sys/kernel/pid_max", "32768\n");
    file("proc/sys/kernel/threads-max", "127000\n");
    file("proc/sys/vm/max_map_count", "65530\n");
    assertThat(limits().threads()).contains(new HostLimit(32_765, "half of vm.max_map_count"));
    file("proc/sys/vm/max_map_count", "262144\n");
    assertThat(limits().threads()).contains(new HostLimit(32_768, "kernel.pid_max"));
    file("proc/sys/kernel/threads-max", "9000\n");
    assertThat(limits().threads()).contains(new HostLimit(9_000, "kernel.threads-max"));
  }

  @Test
  void aJvmNeedsFilesOfItsOwn() throws IOException {
    file("proc/self/limits", "Max open files            1024                 20000  files\n");
    assertThat(limits().descriptors())
        .contains(new HostLimit(19_500, "ulimit -n is 20,000, of which a JVM needs 500 itself"));
    assertThat(limits().refusal(needing(0, 19_500))).isEmpty();
    assertThat(limits().refusal(needing(0, 19_501)))
        .contains(
            "needs 19,501 descriptors, this host allows 19,500 (ulimit -n is 20,000, of which a JVM"
                + " needs 500 itself)");
  }

  @Test
  void theTwentyThousandTasksOfTheStudyRunWhereThereAreDescriptorsEnough() throws IOException {
    file("proc/self/limits", "Max open files            1024                 20500  files\n");
    assertThat(limits().refusal(needing(20_000, 20_000))).isEmpty();
  }

  @Test
  void anUnlimitedNumberOfFilesRefusesNothing() throws IOException {
    file("proc/self/limits", "Max open files            1024                 unlimited  files\n");
    assertThat(limits().refusal(needing(0, 1_000_000))).isEmpty();
  }

  @Test
  void limitsThatCannotBeReadRefuseNothing() {
    assertThat(limits()).isEqualTo(SuitePlans.NO_LIMITS);
    assertThat(limits().refusal(needing(1_000_000, 1_000_000))).isEmpty();
  }
}

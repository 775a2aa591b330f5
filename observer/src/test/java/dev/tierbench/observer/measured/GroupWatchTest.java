package dev.tierbench.observer.measured;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupWatchTest {

  @TempDir Path root;

  @BeforeEach
  void aServiceBelowASlice() throws IOException {
    file("proc/7/cgroup", "0::/slice/orders.service\n");
    file(
        "sys/fs/cgroup/slice/orders.service/cpu.stat",
        "usage_usec 1500\nnr_periods 9\nnr_throttled 2\nthrottled_usec 7\n");
    file("sys/fs/cgroup/slice/orders.service/memory.peak", "4096\n");
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Optional<Cgroup.Times> read(Tier tier, Optional<String> group) {
    return GroupWatch.of(
            new SystemFiles(root), new MeasuredProcess(tier, tier.id(), 7, group, false))
        .map(GroupWatch::read);
  }

  @Test
  void aGroupOfItsOwnIsReadInFull() {
    Cgroup.Times own = read(Tier.ECHO, Optional.of("orders")).orElseThrow();
    assertThat(own.cpuNs()).contains(1_500_000L);
    assertThat(own.memory()).isPresent();
  }

  @Test
  void aGroupOfAnotherNameIsNotTheOneThatWasMeant() {
    assertThat(read(Tier.SERVER, Optional.of("tomcat"))).isEmpty();
  }

  @Test
  void ofAGroupOfOthersTheQuotaOfAServerIsReadAlone() throws IOException {
    assertThat(read(Tier.SERVER, Optional.empty())).isEmpty();
    file("sys/fs/cgroup/slice/orders.service/cpu.max", "50000 100000\n");
    assertThat(read(Tier.ECHO, Optional.empty())).isEmpty();
    assertThat(read(Tier.SERVER, Optional.empty()))
        .contains(
            new Cgroup.Times(
                Optional.empty(),
                Optional.of(7_000L),
                Optional.of(2L),
                Optional.of(9L),
                Optional.of(0.5),
                Optional.empty()));
  }
}

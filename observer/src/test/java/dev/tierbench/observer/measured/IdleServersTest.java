package dev.tierbench.observer.measured;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleServersTest {

  @TempDir Path root;
  private IdleServers servers;

  @BeforeEach
  void twoAreUp() throws IOException {
    servers = new IdleServers(new Proc(new SystemFiles(root)));
    servers.isUp("tomcat", 11);
    servers.isUp("netty", 12);
    ticks(11, 30, 4);
    ticks(12, 50, 6);
  }

  private void ticks(int pid, int user, int system) throws IOException {
    Path stat = root.resolve("proc/" + pid + "/stat");
    Files.createDirectories(stat.getParent());
    Files.writeString(
        stat,
        "%d (java) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 9 0 100 1 1".formatted(pid, user, system));
  }

  @Test
  void theCpuOfTheOthersIsThatBetweenTwoReadings() throws IOException {
    Map<Long, Long> from = servers.cpuOfOthers("tomcat");
    ticks(11, 99, 99);
    ticks(12, 53, 7);
    assertThat(IdleServers.between(from, servers.cpuOfOthers("tomcat"))).contains(40_000_000L);
  }

  @Test
  void anotherThatEndsOrNoneAtAllIsNotMeasured() throws IOException {
    Map<Long, Long> from = servers.cpuOfOthers("tomcat");
    Files.delete(root.resolve("proc/12/stat"));
    assertThat(IdleServers.between(from, servers.cpuOfOthers("tomcat"))).isEmpty();
    assertThat(IdleServers.between(Map.of(), Map.of())).isEmpty();
  }
}

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
    ticks(11, 100, 30, 4);
    ticks(12, 100, 50, 6);
    servers.add("tomcat", 11);
    servers.add("netty", 12);
  }

  private void ticks(int pid, int started, int user, int system) throws IOException {
    Path stat = root.resolve("proc/" + pid + "/stat");
    Files.createDirectories(stat.getParent());
    Files.writeString(
        stat,
        "%d (java) S 1 1 1 0 -1 0 0 0 0 0 %d %d 0 0 20 0 9 0 %d 1 1"
            .formatted(pid, user, system, started));
  }

  @Test
  void theCpuOfTheOthersIsThatBetweenTwoReadings() throws IOException {
    Map<Long, Long> from = servers.cpuOfOthers("tomcat");
    ticks(11, 100, 99, 99);
    ticks(12, 100, 53, 7);
    assertThat(IdleServers.between(from, servers.cpuOfOthers("tomcat"))).contains(40_000_000L);
  }

  @Test
  void anotherThatEndsOrNoneAtAllIsNotMeasured() throws IOException {
    Map<Long, Long> from = servers.cpuOfOthers("tomcat");
    Files.delete(root.resolve("proc/12/stat"));
    assertThat(IdleServers.between(from, servers.cpuOfOthers("tomcat"))).isEmpty();
    assertThat(IdleServers.between(Map.of(), Map.of())).isEmpty();
  }

  @Test
  void aServerUnderTwoNamesIsNoOtherThanItself() {
    servers.add("tomcat-aa", 11);
    assertThat(servers.cpuOfOthers("tomcat")).containsOnlyKeys(12L);
    assertThat(servers.cpuOfOthers("tomcat-aa")).containsOnlyKeys(12L);
    assertThat(servers.cpuOfOthers("netty")).containsOnlyKeys(11L);
  }

  @Test
  void aLaterProcessOfTheSamePidIsNoServer() throws IOException {
    ticks(12, 900, 50, 6);
    assertThat(servers.cpuOfOthers("tomcat")).isEmpty();
  }
}

package dev.tierbench.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.host.SystemFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedJvmTest {

  private static final String HOST = "mnt:[1]";
  private static final String CONTAINER = "mnt:[2]";
  private static final String USERS = "user:[3]";

  @TempDir private Path root;

  @BeforeEach
  void addTheAgentAndTheInit() throws Exception {
    process("self", 0, "java", "", HOST, USERS);
    process("1", 0, "init", "", HOST, USERS);
  }

  private void process(
      String pid, long uid, String command, String token, String mounts, String users)
      throws Exception {
    Path folder = Files.createDirectories(root.resolve("proc").resolve(pid));
    Files.writeString(folder.resolve("status"), "Uid:\t" + uid + "\t" + uid + "\n");
    Files.writeString(folder.resolve("comm"), command + "\n");
    Files.writeString(folder.resolve("environ"), "A=b\0TIERBENCH_TOKEN=" + token + "\0");
    Files.createDirectory(folder.resolve("ns"));
    Files.createSymbolicLink(folder.resolve("ns/mnt"), Path.of(mounts));
    Files.createSymbolicLink(folder.resolve("ns/user"), Path.of(users));
  }

  private long find() throws Exception {
    return new MarkedJvm(new SystemFiles(root)).find("t");
  }

  @Test
  void aJvmOfTheAgentsUserIsFoundThoughAnotherUserHasALowerPid() throws Exception {
    process("10", 1000, "java", "t", HOST, USERS);
    process("20", 0, "java", "t", HOST, USERS);
    assertThat(find()).isEqualTo(20);
  }

  @Test
  void aJvmInAContainerIsFoundWhateverItsUser() throws Exception {
    process("19", 0, "docker-init", "t", CONTAINER, USERS);
    process("20", 10_001, "java", "t", CONTAINER, USERS);
    process("30", 0, "java", "other", HOST, USERS);
    assertThat(find()).isEqualTo(20);
  }

  @Test
  void anInitThatProtectsItselfIsReplacedByTheKernelsThreads() throws Exception {
    Files.delete(root.resolve("proc/1/ns/mnt"));
    process("20", 10_001, "java", "t", CONTAINER, USERS);
    assertThatThrownBy(this::find)
        .as("nothing to compare with")
        .hasMessageContaining("another user");
    process("2", 0, "sh", "", HOST, USERS);
    assertThatThrownBy(this::find).as("no kernel thread").hasMessageContaining("another user");
    Files.writeString(root.resolve("proc/2/comm"), "kthreadd\n");
    assertThat(find()).isEqualTo(20);
    process("30", 1000, "java", "t", HOST, USERS);
    assertThat(find()).as("a user outside of containers is still not trusted").isEqualTo(20);
  }

  @Test
  void aBearerOfAnotherUserIsNotMeasured() throws Exception {
    process("10", 1000, "java", "t", HOST, USERS);
    assertThatThrownBy(this::find).hasMessageContaining("process 10").hasMessageContaining("user");
  }

  /** Every user can make a container of that kind. */
  @Test
  void aBearerInAUserNamespaceOfItsOwnIsNotMeasured() throws Exception {
    process("10", 1000, "java", "t", CONTAINER, "user:[4]");
    assertThatThrownBy(this::find).hasMessageContaining("belongs to another user");
  }

  @Test
  void twoBearersAreOneTooMany() throws Exception {
    process("10", 0, "java", "t", HOST, USERS);
    process("20", 10_001, "java", "t", CONTAINER, USERS);
    assertThatThrownBy(this::find).hasMessageContaining("processes 10, 20");
  }

  @Test
  void withoutABearerNoneHasComeUp() {
    assertThatThrownBy(this::find).hasMessage("no JVM has come up");
  }
}

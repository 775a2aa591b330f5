package dev.tierbench.observer.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.Needs;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Root looks at processes of a user that it does not trust. */
@Tag("process")
class ForeignJvmTest {

  private static final int NOBODY = 65_534;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--");

  private Path folder;

  @BeforeEach
  void makeAFolderOfThatUser() throws Exception {
    Needs.root("setpriv");
    folder = Files.createTempDirectory("foreign-");
    give(folder);
  }

  @AfterEach
  void remove() throws Exception {
    if (folder != null) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void give(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setAttribute(file, "unix:uid", NOBODY);
  }

  /** It notes who ran it. */
  private Path plantedJcmd(Path bin) throws IOException {
    Path jcmd = bin.resolve("jcmd");
    Path ran = folder.resolve("ran");
    Files.writeString(jcmd, "#!/bin/sh\nid -u >>" + ran + "\necho Full thread dump\n");
    give(jcmd);
    return ran;
  }

  private static List<String> usersThatRan(Path ran) throws IOException {
    return Files.exists(ran) ? Files.readAllLines(ran) : List.of();
  }

  private static String threads(long pid) throws Exception {
    return Jcmd.ask(TargetProcess.find(pid), List.of("Thread.print"), "Full thread dump");
  }

  @Test
  void theThreadsOfAnotherUsersJvmAreNamed() throws Exception {
    try (VictimProcess victim = VictimProcess.start(AS_NOBODY, ownJava(), "Victim", "reads")) {
      assertThat(threads(victim.pid())).contains("\"main\"").contains("\"VM Thread\"");
    }
  }

  @Test
  void aJcmdBesideTheJavaOfAnotherUserIsNotRun() throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    Path bin = Files.createDirectory(folder.resolve("bin"));
    give(bin);
    Files.createSymbolicLink(folder.resolve("lib"), jdk.resolve("lib"));
    Files.createSymbolicLink(folder.resolve("conf"), jdk.resolve("conf"));
    Path java = Files.copy(jdk.resolve("bin/java"), bin.resolve("java"));
    give(java);
    Path ran = plantedJcmd(bin);
    try (VictimProcess victim = VictimProcess.start(AS_NOBODY, java, "Victim", "reads")) {
      assertThat(Path.of("/proc/" + victim.pid() + "/exe").toRealPath()).isEqualTo(java);
      assertThat(threads(victim.pid())).contains("\"main\"").contains("\"VM Thread\"");
    }
    assertThat(usersThatRan(ran)).isEmpty();
  }

  /** Any file named libjvm.so in its memory makes a program look like a JVM. */
  @Test
  void aProgramThatOnlyLooksLikeAJvmRunsNothing() throws Exception {
    Needs.root("gcc");
    Path source = folder.resolve("java.c");
    Path library = Files.write(folder.resolve("libjvm.so"), new byte[4096]);
    give(library);
    Files.writeString(
        source,
        """
        #include <fcntl.h>
        #include <stdio.h>
        #include <sys/mman.h>
        #include <unistd.h>
        int main(int count, char **words) {
          int library = open(words[1], O_RDONLY);
          if (mmap(0, 4096, PROT_READ, MAP_PRIVATE, library, 0) == MAP_FAILED) return 1;
          puts("ready");
          fflush(stdout);
          return sleep(120);
        }
        """);
    Path program = folder.resolve("java");
    String unused = Command.run(List.of("gcc", "-o", program.toString(), source.toString()), LIMIT);
    give(program);
    Path ran = plantedJcmd(folder);
    List<String> words =
        Stream.concat(AS_NOBODY.stream(), Stream.of(program.toString(), library.toString()))
            .toList();
    Process process = new ProcessBuilder(words).start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("ready");
      assertThatThrownBy(() -> threads(process.pid())).isInstanceOf(IOException.class);
      assertThat(usersThatRan(ran)).isEmpty();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static Path ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  @Test
  void theThreadsOfAnotherUserInAContainerAreNamed() throws Exception {
    Needs.root("unshare");
    List<String> container = VictimProcess.container(AS_NOBODY);
    try (VictimProcess victim = VictimProcess.start(container, ownJava(), "Victim", "reads")) {
      long pid = victim.pidOfChild();
      assertThat(TargetProcess.find(pid).nested()).isTrue();
      assertThat(threads(pid)).contains("\"main\"").contains("\"VM Thread\"");
      assertThat(threads(pid)).as("it listens already").contains("\"main\"");
    }
  }

  /** An absolute link in a container means another file outside. */
  @Test
  void aLinkInAContainerDoesNotLeadOutOfIt() throws Exception {
    Needs.root("unshare");
    Assumptions.assumeFalse(
        folder.startsWith("/tmp"),
        () -> Needs.skipped("needs a folder for temporary files of tests outside /tmp"));
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path root = Files.createDirectory(folder.resolve("root"));
    Files.createSymbolicLink(root.resolve("tmp"), outside);
    String script =
        """
        set -e; root=$1; outside=$2; shift 2
        for each in usr lib lib64 bin etc proc dev; do
          [ -e /$each ] || continue
          mkdir $root/$each; mount --rbind /$each $root/$each
        done
        mkdir -p $root$outside; mount -t tmpfs tmpfs $root$outside
        exec chroot $root "$@"
        """;
    List<String> container =
        List.of(
            "unshare", "--mount", "sh", "-c", script, "sh", root.toString(), outside.toString());
    try (VictimProcess victim = VictimProcess.start(container, ownJava(), "Victim", "reads")) {
      assertThatThrownBy(() -> threads(victim.pid())).hasMessageContaining("/tmp is not a folder");
      assertThat(outside).isEmptyDirectory();
    }
  }
}

package dev.tierbench.observer.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.observer.Needs;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.TargetProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JcmdProgramsTest {

  @TempDir private Path root;
  private Path own;
  private Path beside;
  private JcmdPrograms programs;

  @BeforeEach
  void makeJdks() throws Exception {
    own = program("own/bin/jcmd");
    beside = program("target/bin/jcmd");
    programs = new JcmdPrograms(own, root.resolve("system"));
  }

  private Path program(String path) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }

  private TargetProcess jvm(long uid) {
    return new TargetProcess(
        7, 7, 0, false, "java", uid, uid, Optional.of(beside.resolveSibling("java")));
  }

  @Test
  void aUserRunsTheJcmdBesideHisOwnJvmFirst() throws Exception {
    assertThat(programs.of(jvm(1000), 1000)).startsWith(beside, own);
  }

  @Test
  void rootRunsNothingThatLiesBesideAnyJvm() throws Exception {
    assertThat(programs.of(jvm(1000), 0)).startsWith(own).doesNotContain(beside);
    assertThat(programs.of(jvm(0), 0)).startsWith(own).doesNotContain(beside);
  }

  @Test
  void nothingBesideTheJvmOfAnotherUserIsRun() throws Exception {
    assertThat(programs.of(jvm(1001), 1000)).startsWith(own).doesNotContain(beside);
  }

  @Test
  void rootRunsNoInstalledJdkThatOthersCanChange() throws Exception {
    Path open = program("system/open/bin/jcmd");
    Files.setPosixFilePermissions(open.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(JcmdPrograms.isProtected(open)).isFalse();
    assertThat(programs.of(jvm(1000), 0)).doesNotContain(open);
    assertThat(programs.of(jvm(1000), 1000)).contains(open);
  }

  @Test
  void aProgramOfAnotherUserIsNotProtectedWhateverItsPermissions() throws Exception {
    assumeTrue(
        OwnProcess.REAL.isRoot(), () -> Needs.skipped("only root can give a file to another user"));
    assertThat(JcmdPrograms.isProtected(Path.of("/bin/sh"))).isTrue();
    Path given = program("system/given/bin/jcmd");
    Files.setAttribute(given, "unix:uid", 65_534);
    assertThat(JcmdPrograms.isProtected(given)).isFalse();
  }
}

package dev.tierbench.harness.http.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.tierbench.run.CpuList;
import dev.tierbench.harness.host.Proc;
import dev.tierbench.harness.host.SystemFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {

  @TempDir Path folder;
  private Launcher launcher;

  @BeforeEach
  void launcher() {
    launcher = new Launcher();
  }

  @AfterEach
  void endAll() throws Exception {
    launcher.endAll();
  }

  private Child start(Optional<CpuList> cpus, String... program) throws Exception {
    return launcher.start(
        new ChildCommand("child", List.of(program), cpus, folder.resolve("log"), false));
  }

  @Test
  void theIdOfAChildIsThatOfItsProgramAndItsCoresAreThoseAskedFor() throws Exception {
    Child child = start(Optional.of(CpuList.parse("0")), "sleep", "30");
    SystemFiles files = SystemFiles.REAL;
    for (int i = 0; i < 200 && !command(files, child).startsWith("sleep"); i++) {
      Thread.sleep(10);
    }
    assertThat(command(files, child)).isEqualTo("sleep\00030");
    assertThat(new Proc(files).affinity(child.pid())).isEqualTo(Map.of("0", 1));
    child.end();
    assertThat(child.isAlive()).isFalse();
    assertThat(child.howItEnded()).isEqualTo("child was ended by signal 15");
  }

  private static String command(SystemFiles files, Child child) {
    String text = files.read("proc/" + child.pid() + "/cmdline").orElse("");
    return text.replaceAll("\0$", "");
  }

  @Test
  void allChildrenAreAskedToEndBeforeAnyIsKilled() throws Exception {
    Launcher own = new Launcher();
    ChildCommand sleep =
        new ChildCommand(
            "child", List.of("sleep", "30"), Optional.empty(), folder.resolve("log"), false);
    List<Child> two = List.of(own.start(sleep), own.start(sleep));
    own.endAll();
    assertThat(two).extracting(Child::howItEnded).containsOnly("child was ended by signal 15");
  }

  @Test
  void aChildThatIgnoresTermIsKilled() throws Exception {
    Child child = start(Optional.empty(), "sh", "-c", "trap '' TERM; echo deaf; sleep 30");
    while (child.lastLines(1).isEmpty()) {
      Thread.sleep(10);
    }
    child.kill();
    assertThat(child.howItEnded()).isEqualTo("child was ended by signal 9");
  }

  @Test
  void theLastLinesOfALogAreThoseThatSaySomething() throws Exception {
    Child child = start(Optional.empty(), "sh", "-c", "printf 'a\\nb\\n\\nc\\n'; exit 3");
    Running ended = child.ended().get();
    assertThat(ended.lastLines(2)).containsExactly("b", "c");
    assertThat(ended.howItEnded()).isEqualTo("child exited with code 3");
  }

  @Test
  void aChildOfASweepThatIsGoneEndsAtOnce() throws Exception {
    List<String> line =
        new ChildCommand("child", List.of("sleep", "30"), Optional.empty(), folder, false).line(1);
    assertThat(new ProcessBuilder(line).start().waitFor()).isEqualTo(1);
  }

  @Test
  void aLogThatCannotBeWrittenIsNamed() {
    assertThatIOException()
        .isThrownBy(() ->
            launcher.start(
                new ChildCommand("child", List.of("true"), Optional.empty(), folder, false)))
        .withMessageContaining("cannot start child");
  }
}

package dev.tierbench.observer.host.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.CpuList;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class ChildProcessTest {

  @TempDir Path folder;
  private ChildLauncher launcher;

  @BeforeEach
  void launcher() {
    launcher = new ChildLauncher();
  }

  @AfterEach
  void endAll() throws Exception {
    launcher.endAll();
  }

  private ChildProcess start(Optional<CpuList> cpus, String... program) throws Exception {
    return launcher.start(command(folder.resolve("log"), cpus, program));
  }

  private static ChildCommand command(Path log, Optional<CpuList> cpus, String... program) {
    return new ChildCommand(
        "child", List.of(program), Map.of(), cpus, Redirect.appendTo(log.toFile()), log);
  }

  @Test
  void theIdOfAChildIsThatOfItsProgramAndItsCoresAreThoseAskedFor() throws Exception {
    ChildProcess child = start(Optional.of(CpuList.parse("0")), "sleep", "30");
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

  @Test
  void aChildThatGoesFirstDoesSoAloneAndAsASessionWhereItMay() throws Exception {
    Path log = folder.resolve("log");
    String group = "/proc/self/autogroup";
    String own = "nice; test ! -e %1$s || cat %1$s".formatted(group);
    ChildProcess child =
        launcher.start(command(log, Optional.empty(), "sh", "-c", own).goingFirst());
    child.ended().get(10, TimeUnit.SECONDS);
    String nice = OwnProcess.REAL.mayRaisePriority() ? "-10" : "0";
    List<String> said = Files.readAllLines(log);
    assertThat(said.getFirst()).isEqualTo(nice);
    // A kernel without such groups has no such file, and one in a control group an empty one.
    said.stream().skip(1).forEach(line -> assertThat(line).endsWith(" nice " + nice));
    assertThat(child.howItEnded()).isEqualTo("child exited with code 0");
  }

  @Test
  void aJvmThatWasAskedAndKilledLeavesNoSocket() throws Exception {
    Path programs = Path.of(System.getProperty("java.home"), "bin");
    Path source = folder.resolve("Waiter.java");
    Files.writeString(
        source,
        """
        class Waiter {
          public static void main(String[] none) throws Exception {
            Thread.sleep(60_000);
          }
        }
        """);
    ChildProcess child =
        start(Optional.empty(), programs.resolve("java").toString(), source.toString());
    Path socket = Path.of("/tmp/.java_pid" + child.pid());
    List<String> question =
        List.of(programs.resolve("jcmd").toString(), "" + child.pid(), "VM.version");
    // Until the JVM has begun there is nobody to ask.
    for (int i = 0; i < 100 && !Files.exists(socket); i++) {
      Thread.sleep(50);
      new ProcessBuilder(question)
          .redirectErrorStream(true)
          .redirectOutput(Redirect.DISCARD)
          .start()
          .waitFor();
    }
    assertThat(socket).exists();
    child.kill();
    assertThat(socket).doesNotExist();
  }

  private static String command(SystemFiles files, ChildProcess child) {
    String text = files.read("proc/" + child.pid() + "/cmdline").orElse("");
    return text.replaceAll("\0$", "");
  }

  @Test
  void allChildrenAreAskedToEndBeforeAnyIsKilled() throws Exception {
    ChildLauncher own = new ChildLauncher();
    ChildCommand sleep = command(folder.resolve("log"), Optional.empty(), "sleep", "30");
    List<ChildProcess> two = List.of(own.start(sleep), own.start(sleep));
    own.endAll();
    assertThat(two)
        .extracting(ChildProcess::howItEnded)
        .containsOnly("child was ended by signal 15");
  }

  @Test
  void anInterruptStaysPendingWhileAllChildrenAreEnded() throws Exception {
    ChildLauncher own = new ChildLauncher();
    ChildCommand sleep = command(folder.resolve("log"), Optional.empty(), "sleep", "30");
    List<ChildProcess> two = List.of(own.start(sleep), own.start(sleep));
    Thread.currentThread().interrupt();
    own.endAll();
    assertThat(Thread.interrupted()).as("pending").isTrue();
    assertThat(two).noneMatch(ChildProcess::isAlive);
  }

  @Test
  void nothingIsStartedWhenAllChildrenHaveBeenEnded() {
    ChildLauncher own = new ChildLauncher();
    own.endAll();
    Path log = folder.resolve("log");
    assertThatIOException()
        .isThrownBy(() -> own.start(command(log, Optional.empty(), "echo", "started")))
        .withMessage("child is not started: all programs are being ended");
    assertThat(log).doesNotExist();
  }

  @Test
  void aSocketOfALaterProcessOfItsIdIsLeftAlone() throws Exception {
    ChildProcess child = start(Optional.empty(), "sleep", "30");
    child.end();
    Path socket = Files.createFile(Path.of("/tmp/.java_pid" + child.pid()));
    try {
      child.end();
      child.kill();
      child.close();
      assertThat(socket).exists();
    } finally {
      Files.delete(socket);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatAScriptHasStartedEndsWithIt(boolean killed) throws Exception {
    ChildProcess script = start(Optional.empty(), "sh", "-c", "sleep 30; echo after");
    ProcessHandle started = ProcessHandle.of(script.pid()).orElseThrow();
    while (started.children().findAny().isEmpty()) {
      Thread.sleep(10);
    }
    ProcessHandle sleep = started.children().findAny().orElseThrow();
    if (killed) {
      script.kill();
    } else {
      script.end();
    }
    assertThat(sleep.onExit().completeOnTimeout(null, 5, TimeUnit.SECONDS).join()).isNotNull();
  }

  @Test
  void whatAChildLeavesInItsSessionEndsWithIt() throws Exception {
    ChildProcess script =
        start(Optional.empty(), "sh", "-c", "(sleep 31 & echo $!); sleep 0.5; exit 0");
    while (script.lastLines(1).isEmpty()) {
      Thread.sleep(10);
    }
    ProcessHandle helper =
        ProcessHandle.of(Long.parseLong(script.lastLines(1).getFirst())).orElseThrow();
    assertThat(script.await(Duration.ofSeconds(10))).isZero();
    assertThat(helper.onExit().completeOnTimeout(null, 5, TimeUnit.SECONDS).join()).isNotNull();
  }

  @Test
  void aChildThatIgnoresTermIsKilled() throws Exception {
    ChildProcess child = start(Optional.empty(), "sh", "-c", "trap '' TERM; echo deaf; sleep 30");
    while (child.lastLines(1).isEmpty()) {
      Thread.sleep(10);
    }
    child.kill();
    assertThat(child.howItEnded()).isEqualTo("child was ended by signal 9");
  }

  @Test
  void theLastLinesOfALogAreThoseThatSaySomething() throws Exception {
    ChildProcess child = start(Optional.empty(), "sh", "-c", "printf 'a\\nb\\n\\nc\\n'; exit 3");
    ChildProcess ended = child.ended().get();
    assertThat(ended.lastLines(2)).containsExactly("b", "c");
    assertThat(ended.howItEnded()).isEqualTo("child exited with code 3");
  }

  @Test
  void aChildOfAParentThatIsGoneEndsAtOnce() throws Exception {
    List<String> line = command(folder, Optional.empty(), "sleep", "30").line(1);
    assertThat(new ProcessBuilder(line).start().waitFor()).isEqualTo(1);
  }

  @Test
  void aLogThatCannotBeWrittenIsNamed() {
    assertThatIOException()
        .isThrownBy(() -> launcher.start(command(folder, Optional.empty(), "true")))
        .withMessageContaining("cannot start child");
  }

  @Test
  void theOutputOfAChildThatIsEndedCanStillBeRead() throws Exception {
    ChildCommand command =
        ChildCommand.tool(
            List.of("sh", "-c", "echo written; exec sleep 30"),
            Redirect.PIPE,
            folder.resolve("sh.stderr"));
    List<ThrowingConsumer<ChildProcess>> endings =
        List.of(
            ChildProcess::close,
            ChildProcess::end,
            ChildProcess::kill,
            child -> assertThatIOException().isThrownBy(() -> child.await(Duration.ZERO)));
    for (ThrowingConsumer<ChildProcess> ending : endings) {
      ChildProcess child = launcher.start(command);
      child.awaitAnswer(child.output()::ready, Duration.ofSeconds(10));
      ending.accept(child);
      assertThat(child.output().lines()).containsExactly("written");
    }
  }

  @Test
  void theOutputOfAChildThatHasEndedCanStillBeRead() throws Exception {
    ChildCommand command =
        ChildCommand.tool(
            List.of("seq", "5000"), ProcessBuilder.Redirect.PIPE, folder.resolve("seq.stderr"));
    try (ChildProcess child = ChildProcess.start(command)) {
      assertThat(child.await(Duration.ofSeconds(10))).isZero();
      assertThat(child.output().lines()).hasSize(5_000);
    }
  }
}

package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.role.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompilerThreadsTest {

  @TempDir Path root;

  private void thread(int tid, String name, String schedstat) throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc/7/task/" + tid));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
  }

  private void end(int tid) throws IOException {
    Path folder = root.resolve("proc/7/task/" + tid);
    Files.delete(folder.resolve("comm"));
    Files.delete(folder.resolve("schedstat"));
    Files.delete(folder);
  }

  private CompilerThreads compilers() {
    return new CompilerThreads(new Proc(new SystemFiles(root)), 7);
  }

  @Test
  void theyAreKnownByTheirCutNames() throws IOException {
    thread(7, "java", "50000 5 3");
    thread(20, "C2 CompilerThre", "1000 5 3");
    thread(21, "C1 CompilerThre", "234 5 3");
    assertThat(compilers().cpuNs()).contains(1_234L);
  }

  @Test
  void thoseOfGraalAreKnown() throws IOException {
    thread(20, "JVMCI-native Co", "1000 5 3");
    thread(21, "C1 CompilerThre", "200 5 3");
    thread(22, "JVMCI CompilerT", "34 5 3");
    assertThat(compilers().cpuNs()).contains(1_234L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C1 CompilerThre",
        "C2 Comp..hread0",
        "JVMCI-native Co",
        "JVMCI CompilerT",
        "G1 Service",
        "JFR Recorder Th",
        "Catalina-utilit",
      })
  void theyAreThoseThatTheRulesOfRolesCallJit(String comm) throws IOException {
    thread(20, comm, "1000 5 3");
    assertThat(compilers().cpuNs().isPresent())
        .isEqualTo(Roles.standard().ofKernelName(comm).equals("jit"));
  }

  @Test
  void theyAreKnownWithoutTheMiddleOfTheirNames() throws IOException {
    thread(20, "C2 Comp..hread0", "1000 5 3");
    thread(21, "C1 Com..hread12", "234 5 3");
    assertThat(compilers().cpuNs()).contains(1_234L);
  }

  @Test
  void oneThatStartsLaterIsCountedAndOneThatEndsStaysCounted() throws IOException {
    thread(20, "C2 CompilerThre", "1000 5 3");
    CompilerThreads compilers = compilers();
    thread(22, "C2 CompilerThre", "70 5 3");
    assertThat(compilers.cpuNs()).contains(1_070L);
    end(22);
    thread(20, "C2 CompilerThre", "1500 5 3");
    assertThat(compilers.cpuNs()).contains(1_570L);
    assertThat(compilers.cpuNs()).contains(1_570L);
  }

  @Test
  void thoseOfAJvmThatKeepsThemAreListedOnce() throws IOException {
    thread(20, "C2 CompilerThre", "1000 5 3");
    Files.writeString(
        root.resolve("proc/7/cmdline"), "java\0-XX:-UseDynamicNumberOfCompilerThreads\0App\0");
    CompilerThreads compilers = compilers();
    thread(22, "C2 CompilerThre", "70 5 3");
    thread(20, "C2 CompilerThre", "1500 5 3");
    assertThat(compilers.cpuNs()).contains(1_500L);
  }

  @Test
  void withoutAnyOrWithoutCountsItIsNotMeasuredAndNotZero() throws IOException {
    thread(7, "java", "50000 5 3");
    assertThat(compilers().cpuNs()).isEmpty();
    thread(20, "C2 CompilerThre", "0 0 0");
    assertThat(compilers().cpuNs()).isEmpty();
  }
}

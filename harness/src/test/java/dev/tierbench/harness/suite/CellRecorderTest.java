package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a folder that stands for {@code /proc}. */
class CellRecorderTest {

  private static final long PID = 42;
  private static final long TICK_NS = 10_000_000;
  private static final int SIZE = 10;

  @TempDir Path root;
  private CellRecorder recorder;

  @BeforeEach
  void worker() throws IOException {
    file("proc/42/task/43/comm", "C2 CompilerThre\n");
    file("proc/42/task/44/comm", "main\n");
    file("proc/42/clear_refs", "");
    used(0, 0, 0);
    recorder = new CellRecorder(new Proc(new SystemFiles(root)), SIZE);
    recorder.found(PID);
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** User and system time of the worker, and idle time of the only core, in ticks. */
  private void used(long user, long system, long idle) throws IOException {
    file(
        "proc/42/stat",
        "42 (java) S 1 1 1 0 -1 0 0 0 0 0 " + user + " " + system + " 0 0 20 0 9 0 777 0 0\n");
    file("proc/42/task/43/schedstat", user * 1_000 + " 0 1\n");
    file(
        "proc/42/status", "VmHWM:\t" + (2_000 + user) + " kB\nVmRSS:\t" + (1_000 + user) + " kB\n");
    file("proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 7 0 0 " + idle + " 0 0 0 0 0 0\n");
  }

  private void run(String phase, long user, long system) throws IOException {
    recorder.opens();
    recorder.started(1_000);
    used(user, system, user + system + 5);
    recorder.closes(phase, 1_000);
    recorder.add(phase, report("{\"wall_ns\": 7, \"completed\": 9, \"gc_ms\": 2}"), true);
  }

  private static WorkerEvent.RunReport report(String json) {
    return RunJson.parse(json, WorkerEvent.RunReport.class);
  }

  @Test
  void whatARunUsedIsTheDifferenceOfItsBoundaries() throws IOException {
    used(100, 50, 200);
    run("measure", 130, 60);
    Work.Run run = recorder.runs().getFirst();
    assertThat(run.cpuUserNs()).contains(30 * TICK_NS);
    assertThat(run.cpuSystemNs()).contains(10 * TICK_NS);
    assertThat(run.jitCpuNs()).contains(30_000L);
    assertThat(run.rssBeforeBytes()).contains(1_100L << 10);
    assertThat(run.rssPeakBytes()).contains(2_130L << 10);
    assertThat(run.rssAfterBytes()).contains(1_130L << 10);
    assertThat(run.operations()).as("what the worker completed").isEqualTo(9);
    assertThat(root.resolve("proc/42/clear_refs")).as("the peak is reset").hasContent("5");
  }

  @Test
  void onlyMeasuredRunsAreInTheWindow() throws IOException {
    run("cold", 100, 100);
    assertThat(recorder.window(recorder.runs())).isEmpty();
    run("measure", 110, 100);
    run("measure", 120, 110);
    run("trace", 500, 500);
    Work.Window window = recorder.window(recorder.runs()).orElseThrow();
    assertThat(window.cpuNs()).contains(30 * TICK_NS);
    assertThat(window.host().idleNs()).isEqualTo(30 * TICK_NS);
    assertThat(window.host().cores()).isEqualTo(1);
    assertThat(window.operations()).isEqualTo(18);
    assertThat(window.gcMs()).contains(4L);
    assertThat(window.tracedOperations()).contains(9L);
  }

  /** Each phase takes microseconds, and the one tick that falls into them is of them all. */
  @Test
  void theHostWasBusyInWhatIsLeftOfAllPhasesTogether() throws IOException {
    for (int phase = 0; phase < 3; phase++) {
      recorder.opens();
      recorder.started(1_000);
      recorder.closes("measure", 1_000);
    }
    Tiers.Host busy = recorder.window(List.of()).orElseThrow().host();
    assertThat(busy.busyNs()).isPositive();
    run("measure", 0, 0);
    Tiers.Host idle = recorder.window(List.of()).orElseThrow().host();
    assertThat(idle.idleNs()).isEqualTo(5 * TICK_NS);
    assertThat(idle.busyNs()).isZero();
  }

  @Test
  void withoutATracedRunThoseOfTheLastMeasuredRunAreCounted() throws IOException {
    run("measure", 10, 0);
    run("measure", 20, 0);
    Work.Window window = recorder.window(recorder.runs()).orElseThrow();
    assertThat(window.operations()).isEqualTo(18);
    assertThat(window.tracedOperations()).contains(9L);
  }

  @Test
  void iterationsOfJmhShareTheirBoundaries() throws IOException {
    recorder.opens();
    recorder.started(1_000);
    used(50, 0, 50);
    for (int i = 0; i < 3; i++) {
      recorder.add(
          "measure", report("{\"wall_ns\": 7, \"operations\": 100, \"gc_ms\": 11}"), false);
    }
    recorder.closes("measure", 1_000);
    List<Work.Run> runs = recorder.runs();
    assertThat(runs).allSatisfy(run -> assertThat(run.cpuUserNs()).isEmpty());
    assertThat(runs).allSatisfy(run -> assertThat(run.operations()).isEqualTo(100 * SIZE));
    recorder.opens();
    recorder.closes("trace", 2_000);
    recorder.add("trace", report("{\"wall_ns\": 7, \"operations\": 100, \"gc_ms\": 500}"), false);
    Work.Window window = recorder.window(recorder.runs()).orElseThrow();
    assertThat(window.cpuNs()).contains(50 * TICK_NS);
    assertThat(window.gcMs()).as("without the traced iteration").contains(33L);
    assertThat(window.tracedOperations()).contains(1_000L);
    assertThat(recorder.rssPeakBytes()).contains(2_050L << 10);
  }

  @Test
  void aWorkerThatIsGoneHasNoCpuAndNot0() throws IOException {
    recorder.opens();
    recorder.started(1_000);
    Files.delete(root.resolve("proc/42/stat"));
    Files.delete(root.resolve("proc/42/task/43/schedstat"));
    recorder.closes("measure", 1_000);
    recorder.add("measure", report("{\"wall_ns\": 7}"), true);
    Work.Window window = recorder.window(recorder.runs()).orElseThrow();
    assertThat(window.cpuNs()).isEmpty();
    assertThat(window.jitCpuNs()).isEmpty();
    assertThat(window.gcMs()).isEmpty();
    assertThat(recorder.runs().getFirst().cpuUserNs()).isEmpty();
  }

  @Test
  void aPeakThatCouldNotBeResetIsNotTold() throws IOException {
    Files.delete(root.resolve("proc/42/clear_refs"));
    Files.createDirectory(root.resolve("proc/42/clear_refs"));
    run("measure", 10, 0);
    assertThat(recorder.runs().getFirst().rssPeakBytes()).isEmpty();
    assertThat(recorder.runs().getFirst().rssAfterBytes()).isPresent();
  }
}

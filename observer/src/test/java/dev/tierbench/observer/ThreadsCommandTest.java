package dev.tierbench.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The program as people run it: what it prints, how it fails, and what it leaves behind. */
@Tag("process")
@Tag("timed")
class ThreadsCommandTest {

  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "--");

  @TempDir private Path folder;

  @Test
  @Tag("smoke")
  void everythingIsKeptInTheFolderThatWasAskedFor() throws Exception {
    Needs.level(CaptureLevel.L0, false);
    Path out = folder.resolve("out");
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      String pid = Long.toString(victim.pid());
      CommandProcess.Result result =
          CommandProcess.run(
              "threads", pid, "--seconds", "1", "--requests", "1000", "--out", out.toString());
      assertThat(result.exit()).as(result.err()).isZero();
      assertThat(result.out()).contains("role", "entire JVM", "cpu µs", "load-7", "level L0");
      ThreadTable table = ThreadTable.read(out.resolve("threads.csv"));
      long calls = table.total().get(Counter.SYSCALLS).orElseThrow();
      assertThat(SyscallTable.read(out.resolve("syscalls.csv")).rows())
          .satisfies(rows ->
              assertThat(rows.stream().mapToLong(row -> row.calls()).sum()).isEqualTo(calls));
      assertThat(out.resolve("raw/bpftrace.json")).exists();
      assertThat(out.resolve("raw/thread-dump.txt")).exists();
      JsonNode json = RunJson.parse(Files.readString(out.resolve("observation.json")));
      assertThat(json.path("level").asString()).isEqualTo("L0");
      assertThat(json.path("lost_events").asLong(-1)).isZero();
      assertThat(CommandProcess.run("threads", pid, "--out", out.toString()).err())
          .contains("is not empty");
    }
  }

  @Test
  void aProfileIsPrintedAndKept() throws Exception {
    Path out = folder.resolve("profile");
    try (VictimProcess victim = VictimProcess.start("Planted", "60000")) {
      victim.send("go");
      String pid = Long.toString(victim.pid());
      CommandProcess.Result result =
          CommandProcess.run(
              ("threads "
                      + pid
                      + " --seconds 0.8 --level L3 --requests 100 --profile cpu --out "
                      + out)
                  .split(" "));
      assertThat(result.exit()).as(result.err()).isZero();
      assertThat(result.out()).contains("CPU: ", "self, µs/req", "Planted.work", "async-profiler");
      assertThat(out.resolve("cpu.collapsed")).content().contains("worker;", "Planted.run");
      assertThat(CommandProcess.run("threads", pid, "--profile", "heap").err())
          .contains("--profile: unknown kind 'heap'");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--csv", "--json", "--study-layout"})
  void aFormatThatProgramsReadIsAloneOnStandardOutput(String format) throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      String pid = Long.toString(victim.pid());
      CommandProcess.Result result =
          CommandProcess.run("threads", pid, "--seconds", "0.3", "--level", "L3", format);
      assertThat(result.exit()).as(result.err()).isZero();
      switch (format) {
        case "--csv" -> {
          Path file = Files.writeString(folder.resolve("threads.csv"), result.out());
          assertThat(ThreadTable.read(file).rows()).anyMatch(row -> row.name().equals("load-3"));
        }
        case "--json" -> {
          JsonNode json = RunJson.parse(result.out());
          assertThat(json.path("entire_jvm").path("futex").isNull()).isTrue();
          assertThat(json.path("entire_jvm").path("cpu_ns").asLong()).isPositive();
        }
        default -> {
          assertThat(result.out().lines())
              .allMatch(line -> line.matches(" *\\d+ – –\\(–\\) fault:\\d+ cs:\\d+ .* \".*\""));
          assertThat(result.out()).contains("futex:–(–) read:– write:– \"Entire JVM\"");
        }
      }
    }
  }

  @Test
  void aPlainUserGetsWhatProcShowsAndReadsOnceWhatIsMissing() throws Exception {
    Needs.root("setpriv");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path open = Files.createTempDirectory("open-");
    assertThat(open.toFile().setReadable(true, false)).isTrue();
    assertThat(open.toFile().setExecutable(true, false)).isTrue();
    String classPath = CommandProcess.openClassPath(open);
    try (VictimProcess victim = VictimProcess.start(AS_NOBODY, java, "Victim", "load")) {
      String pid = Long.toString(victim.pid());
      CommandProcess.Result result =
          CommandProcess.run(AS_NOBODY, classPath, "threads", pid, "--seconds", "0.5");
      assertThat(result.out()).contains("level L3", "load-3", "–");
      assertThat(result.err().lines().filter(line -> line.contains("bpftrace"))).hasSize(1);
      assertThat(result.err()).contains("run with sudo").doesNotContain("\tat ");
      assertThat(result.exit()).isEqualTo(1);
      CommandProcess.Result accepted =
          CommandProcess.run(
              AS_NOBODY, classPath, "threads", pid, "--seconds", "0.2", "--require", "L3");
      assertThat(accepted.exit()).as(accepted.err()).isZero();
      CommandProcess.Result refused =
          CommandProcess.run(AS_NOBODY, classPath, "threads", pid, "--require", "L0");
      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.out()).isEmpty();
    } finally {
      try (Stream<Path> files = Files.walk(open)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  @Test
  void whatCannotBeObservedIsOneLineWithAHint() throws Exception {
    Process sleeping = new ProcessBuilder("sleep", "60").start();
    try {
      CommandProcess.Result other =
          CommandProcess.run("threads", Long.toString(sleeping.pid()), "--level", "L3");
      assertThat(other.exit()).isEqualTo(1);
      assertThat(other.err()).contains("(sleep) is not a HotSpot JVM").hasLineCount(1);
    } finally {
      sleeping.destroyForcibly();
    }
    CommandProcess.Result none = CommandProcess.run("threads", "999999999", "--level", "L3");
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).contains("no process 999999999").hasLineCount(1);
    CommandProcess.Result port = CommandProcess.run("threads", "--port", "19999", "--level", "L3");
    assertThat(port.exit()).isEqualTo(1);
    assertThat(port.err()).contains("nothing listens on port 19999").hasLineCount(1);
  }

  @Test
  void traceShowsPerfsCountBesideTheObserversOwn() throws Exception {
    Needs.level(CaptureLevel.L0, false);
    Needs.level(CaptureLevel.L1, false);
    Path out = folder.resolve("trace");
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      CommandProcess.Result result =
          CommandProcess.run(
              "trace", Long.toString(victim.pid()), "--seconds", "1", "--out", out.toString());
      assertThat(result.exit()).as(result.err()).isZero();
      assertThat(result.out()).contains("perf trace", "difference", "load-3");
      long perf = readsOf(out.resolve("perf-trace"));
      long own = readsOf(out.resolve("observer"));
      assertThat((double) perf / own).isBetween(0.5, 2.0);
      assertThat(out.resolve("perf-trace/perf-trace.txt")).isNotEmptyFile();
    }
  }

  private static long readsOf(Path folder) throws Exception {
    return ThreadTable.read(folder.resolve("threads.csv")).total().get(Counter.READ).orElseThrow();
  }

  @Test
  void aUsageErrorExitsWith2() throws Exception {
    assertThat(CommandProcess.run("threads").exit()).isEqualTo(2);
    assertThat(CommandProcess.run("threads", "1", "--port", "8080").exit()).isEqualTo(2);
    assertThat(CommandProcess.run("threads", "1", "--seconds", "-1").exit()).isEqualTo(2);
    assertThat(CommandProcess.run("threads", "1", "--csv", "--json").exit()).isEqualTo(2);
    CommandProcess.Result help = CommandProcess.run("threads", "--help");
    assertThat(help.exit()).isZero();
    assertThat(help.out()).contains("--study-layout");
  }

  /** As a bpftrace does that does not know the variable which sets the size of its maps. */
  @Test
  void aMapOfAnotherCapacityThanWantedIsFoundFullByTheRuleAlone() throws Exception {
    Needs.level(CaptureLevel.L0, false);
    Path real = Tools.find("bpftrace").orElseThrow();
    Path script = Files.createDirectory(folder.resolve("bin")).resolve("bpftrace");
    Files.writeString(
        script,
        "#!/bin/sh\nexport BPFTRACE_MAP_KEYS_MAX=8 BPFTRACE_MAX_MAP_KEYS=8\nexec "
            + real
            + " \"$@\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    List<String> prefix =
        List.of("env", "PATH=" + script.getParent() + ":" + System.getenv("PATH"));
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      CommandProcess.Result result =
          CommandProcess.run(
              prefix,
              System.getProperty("java.class.path"),
              "threads",
              Long.toString(victim.pid()),
              "--seconds",
              "0.5",
              "--counter",
              "tracepoint",
              "--json");
      JsonNode json = RunJson.parse(result.out());
      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("FAIL: ");
      if (!json.path("failures").isEmpty()) {
        // Newer versions report each call that finds no room, more than can be read in time.
        assertThat(json.path("failures"))
            .allSatisfy(failure ->
                assertThat(failure.asString()).containsAnyOf("about a full map", "did not end"));
        return;
      }
      assertThat(json.path("map_usage").path("capacity").asInt()).isEqualTo(8);
      assertThat(json.path("map_usage").path("entries").asInt()).isEqualTo(8);
      assertThat(result.err()).contains("FAIL: 8 of 8 entries of the tracer's map used");
    }
  }

  @Test
  void whereBpftraceFailsNothingElseIsAttachedAndTheReasonIsPrinted() throws Exception {
    Needs.level(CaptureLevel.L0, false);
    Path script = Files.createDirectory(folder.resolve("bin")).resolve("bpftrace");
    Files.writeString(script, "#!/bin/sh\necho no BTF here >&2\nexit 1\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Path out = folder.resolve("out");
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      CommandProcess.Result result =
          CommandProcess.run(
              List.of("env", "PATH=" + script.getParent() + ":" + System.getenv("PATH")),
              System.getProperty("java.class.path"),
              "threads",
              Long.toString(victim.pid()),
              "--seconds",
              "0.5",
              "--totals",
              "--out",
              out.toString());
      assertThat(result.exit()).as(result.err()).isEqualTo(1);
      assertThat(result.err()).contains("bpftrace: ", "level L3");
      assertThat(result.out()).contains("load-3");
      assertThat(out.resolve("raw/perf-trace.txt")).doesNotExist();
      assertThat(out.resolve("raw/perf-stat.stderr")).doesNotExist();
    }
  }

  @Test
  void aProcessThatEndsInsideTheWindowKeepsWhatWasCounted() throws Exception {
    Observer observer = Needs.level(CaptureLevel.L0, false);
    try (VictimProcess victim = VictimProcess.start("Victim", "load");
        Capture capture = observer.attach(victim.pid(), folder)) {
      capture.begin();
      Thread.sleep(300);
      victim.kill();
      capture.end();
      CaptureResult seen = capture.finish();
      assertThat(seen.observed().failures())
          .anyMatch(line -> line.contains("ended inside the window"));
      assertThat(seen.entireJvm().get(Counter.READ).orElseThrow()).isPositive();
      assertThat(seen.threads().rows()).anyMatch(row -> row.name().equals("load-3"));
    }
  }

  @Test
  void aTracerThatDiesInsideTheWindowFailsTheCaptureAndLeavesTheRest() throws Exception {
    Observer observer = Needs.level(CaptureLevel.L0, false);
    try (VictimProcess victim = VictimProcess.start("Victim", "load");
        Capture capture = observer.attach(victim.pid(), folder)) {
      capture.begin();
      tracersOf(ProcessHandle.current()).forEach(ProcessHandle::destroyForcibly);
      capture.end();
      CaptureResult seen = capture.finish();
      assertThat(seen.observed().failures())
          .anyMatch(line -> line.contains("bpftrace ended inside"));
      assertThat(seen.observed().level()).isEqualTo(CaptureLevel.L3);
      assertThat(seen.entireJvm().get(Counter.READ)).isEmpty();
      assertThat(seen.entireJvm().get(Counter.CPU_NS)).isPresent();
    }
  }

  @Test
  void noTracerOutlivesAnObserverThatIsKilled() throws Exception {
    Needs.level(CaptureLevel.L0, false);
    Path errors = folder.resolve("err");
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      Process observer =
          CommandProcess.start(
              List.of(),
              System.getProperty("java.class.path"),
              errors,
              "threads",
              Long.toString(victim.pid()),
              "--seconds",
              "60",
              "--totals",
              "--out",
              folder.resolve("out").toString());
      await(() -> SystemFiles.REAL.read(errors.toString()).orElse("").contains("counting"));
      List<ProcessHandle> tools = tracersOf(observer.toHandle()).toList();
      assertThat(tools).extracting(ThreadsCommandTest::commOf).contains("bpftrace", "perf");
      observer.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      await(() -> tools.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  @Test
  void aWatchThatASignalEndsLeavesNoFolder() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path errors = folder.resolve("err");
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      Process watching =
          CommandProcess.start(
              List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + temporary),
              System.getProperty("java.class.path"),
              errors,
              "threads",
              Long.toString(victim.pid()),
              "--seconds",
              "30",
              "--level",
              "L3",
              "--watch");
      try {
        await(() -> SystemFiles.REAL.read(errors.toString()).orElse("").contains("counting"));
        assertThat(captureFolders(temporary)).hasSize(1);
        watching.destroy();
        assertThat(watching.waitFor(20, TimeUnit.SECONDS)).isTrue();
      } finally {
        watching.destroyForcibly();
      }
    }
    assertThat(captureFolders(temporary)).isEmpty();
  }

  private static List<String> captureFolders(Path temporary) {
    return new SystemFiles(temporary)
        .names("").stream().filter(name -> name.startsWith("tierbench-observer-")).toList();
  }

  private static Stream<ProcessHandle> tracersOf(ProcessHandle observer) {
    return observer
        .descendants()
        .filter(child -> List.of("bpftrace", "perf", "pidstat").contains(commOf(child)));
  }

  private static String commOf(ProcessHandle process) {
    return Proc.REAL.command(process.pid()).orElse("");
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
      Thread.sleep(20);
    }
  }
}

package dev.tierbench.observer;

import dev.tierbench.observer.proc.Proc;
import dev.tierbench.observer.tool.Tools;
import dev.tierbench.observer.trace.CaptureLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What this host and user allow, found out before anything is attached.
 *
 * @param level the best level that nothing known speaks against
 * @param missing why the better ones are out of reach
 */
record Sensing(CaptureLevel level, List<Missing> missing) {

  private static final Path TRACEFS = Path.of("/sys/kernel/tracing");

  Sensing {
    missing = List.copyOf(missing);
  }

  /** Senses the host; levels above {@code best} are not wanted. */
  static Sensing ofThisHost(CaptureLevel best) {
    List<Missing> missing = new ArrayList<>();
    for (CaptureLevel level : CaptureLevel.values()) {
      if (!best.reaches(level) && level != best) {
        continue;
      }
      Optional<Missing> obstacle = obstacle(level);
      if (obstacle.isEmpty()) {
        return new Sensing(level, missing);
      }
      add(missing, obstacle.get());
    }
    throw new IllegalStateException("level L3 has no obstacle");
  }

  /** A reason that holds for several sources is said once. */
  private static void add(List<Missing> all, Missing next) {
    if (all.isEmpty() || !all.getLast().reason().equals(next.reason())) {
      all.add(next);
      return;
    }
    Missing before = all.removeLast();
    String sources =
        before.source().equals(next.source())
            ? next.source()
            : before.source() + ", " + next.source();
    all.add(new Missing(sources, next.reason(), next.remedy()));
  }

  private static Optional<Missing> obstacle(CaptureLevel level) {
    return switch (level) {
      case L0 ->
          firstOf(
              List.of(rights("bpftrace"), tool("bpftrace", "bpftrace"), namespace(), tracefs()));
      case L1 -> firstOf(List.of(rights("perf trace"), tool("perf", "linux-perf"), tracefs()));
      case L2 -> firstOf(List.of(rights("perf stat"), tool("perf", "linux-perf"), tracefs()));
      case L3 -> Optional.empty();
    };
  }

  private static Optional<Missing> firstOf(List<Optional<Missing>> obstacles) {
    return obstacles.stream().flatMap(Optional::stream).findFirst();
  }

  private static Optional<Missing> rights(String source) {
    return Proc.isRoot()
        ? Optional.empty()
        : Optional.of(new Missing(source, "tracing needs root", "run with sudo"));
  }

  private static Optional<Missing> tool(String program, String debianPackage) {
    return Tools.find(program).isPresent()
        ? Optional.empty()
        : Optional.of(
            new Missing(program, "not installed", "install it, e.g. apt install " + debianPackage));
  }

  private static Optional<Missing> namespace() {
    return Proc.inInitialPidNamespace()
        ? Optional.empty()
        : Optional.of(
            new Missing(
                "bpftrace",
                "this is not the initial PID namespace, whose TIDs it reports",
                "run on the host, or the container with --pid=host"));
  }

  private static Optional<Missing> tracefs() {
    return Files.isReadable(TRACEFS.resolve("events/raw_syscalls/sys_enter/id"))
            || Files.isReadable(
                Path.of("/sys/kernel/debug/tracing/events/raw_syscalls/sys_enter/id"))
        ? Optional.empty()
        : Optional.of(
            new Missing(
                "tracepoints", "tracefs is not mounted", "mount -t tracefs tracefs " + TRACEFS));
  }
}

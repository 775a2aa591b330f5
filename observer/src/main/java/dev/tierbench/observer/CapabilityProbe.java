package dev.tierbench.observer;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What this host and user allow, found out before anything is attached.
 *
 * @param level the wanted level, or else the best automatic one without a known obstacle
 * @param missing why the better ones are out of reach
 */
record CapabilityProbe(CaptureLevel level, List<Caveat> missing) {

  private static final String TRACEPOINT = "/events/raw_syscalls/sys_enter/id";

  CapabilityProbe {
    missing = List.copyOf(missing);
  }

  /** A tool or a source that cannot be used. */
  record Obstacle(String source, Caveat reason) {}

  /**
   * Probes the host.
   *
   * @param best the wanted level; below it only automatic ones are tried
   */
  static CapabilityProbe ofThisHost(CaptureLevel best) {
    return of(best, CapabilityProbe::obstacle);
  }

  /** The level that is left when some have an obstacle. */
  static CapabilityProbe of(
      CaptureLevel best, Function<CaptureLevel, Optional<Obstacle>> obstacleOf) {
    List<Obstacle> obstacles = new ArrayList<>();
    for (CaptureLevel level : CaptureLevel.values()) {
      if (level != best && !(best.reaches(level) && level.isAutomatic())) {
        continue;
      }
      Optional<Obstacle> obstacle = obstacleOf.apply(level);
      if (obstacle.isEmpty()) {
        return new CapabilityProbe(level, caveats(obstacles));
      }
      obstacles.add(obstacle.get());
    }
    throw new IllegalStateException("level L3 has no obstacle");
  }

  /** One caveat for all sources that are missing for the same reason. */
  private static List<Caveat> caveats(List<Obstacle> obstacles) {
    Map<Caveat, Set<String>> sources = new LinkedHashMap<>();
    obstacles.forEach(obstacle ->
        sources
            .computeIfAbsent(obstacle.reason(), reason -> new LinkedHashSet<>())
            .add(obstacle.source()));
    return sources.entrySet().stream()
        .map(entry ->
            new Caveat(
                String.join(", ", entry.getValue()) + ": " + entry.getKey().what(),
                entry.getKey().hint()))
        .toList();
  }

  private static Optional<Obstacle> obstacle(CaptureLevel level) {
    return switch (level) {
      case L0 ->
          rights("bpftrace")
              .or(() -> tool("bpftrace", "bpftrace"))
              .or(CapabilityProbe::namespace)
              .or(CapabilityProbe::tracefs);
      case L1 ->
          rights("perf trace").or(() -> tool("perf", "linux-perf")).or(CapabilityProbe::tracefs);
      case L2 ->
          rights("perf stat").or(() -> tool("perf", "linux-perf")).or(CapabilityProbe::tracefs);
      case L3 -> Optional.empty();
    };
  }

  private static Optional<Obstacle> unless(boolean met, String source, String what, String hint) {
    return met ? Optional.empty() : Optional.of(new Obstacle(source, new Caveat(what, hint)));
  }

  private static Optional<Obstacle> rights(String source) {
    return unless(OwnProcess.REAL.isRoot(), source, "tracing needs root", "run with sudo");
  }

  private static Optional<Obstacle> tool(String program, String debianPackage) {
    return unless(
        Tools.find(program).isPresent(),
        program,
        "not installed",
        "install it, e.g. apt install " + debianPackage);
  }

  private static Optional<Obstacle> namespace() {
    return unless(
        OwnProcess.REAL.inInitialPidNamespace(),
        "bpftrace",
        "this is not the initial PID namespace, whose TIDs it reports",
        "run on the host, or the container with --pid=host");
  }

  private static Optional<Obstacle> tracefs() {
    return unless(
        Stream.of("sys/kernel/tracing", "sys/kernel/debug/tracing")
            .anyMatch(mount -> SystemFiles.REAL.read(mount + TRACEPOINT).isPresent()),
        "tracepoints",
        "tracefs is not mounted",
        "mount -t tracefs tracefs /sys/kernel/tracing");
  }
}

package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Level L0. The program in the kernel counts between two marks of the observer, so the window is
 * exact to the system call, whenever bpftrace itself gets to run.
 */
public final class BpftraceTracer implements Tracer {

  private static final Set<String> PROBES = Set.of("calls", "starts", "exits");
  private static final Duration ATTACH_LIMIT = Duration.ofSeconds(60);
  private static final Duration FINISH_LIMIT = Duration.ofSeconds(60);

  private final MarkerSyscall marker;
  private final ChildProcess bpftrace;
  private final BpftraceOutput output;
  private final Thread reader;
  private final Set<String> ready = ConcurrentHashMap.newKeySet();
  private final List<String> caveats = new ArrayList<>();
  private volatile boolean diedInside;
  private Optional<Integer> mapCapacity = Optional.empty();

  private BpftraceTracer(
      MarkerSyscall marker, ChildProcess bpftrace, SyscallNames names, Path raw) {
    this.marker = marker;
    this.bpftrace = bpftrace;
    this.output = new BpftraceOutput(names);
    this.reader = Thread.ofPlatform().daemon().name("bpftrace-reader").start(() -> read(raw));
  }

  /**
   * Attaches with the cheapest probe that works here, and returns when every probe has answered.
   *
   * @throws IOException with bpftrace's own error message when it cannot
   */
  public static BpftraceTracer attach(TargetProcess target, Path rawFolder) throws IOException {
    Optional<BpftraceVersion> version = BpftraceVersion.installed();
    List<SyscallProbe> probes = SyscallProbe.candidates(version);
    List<String> refused = new ArrayList<>();
    for (SyscallProbe probe : probes.subList(0, probes.size() - 1)) {
      try {
        return attach(target, rawFolder, probe, version);
      } catch (IOException e) {
        refused.add(
            "system calls are counted with a dearer probe, since this host refuses the "
                + probe.description()
                + ": "
                + e.getMessage());
      }
    }
    BpftraceTracer tracer = attach(target, rawFolder, probes.getLast(), version);
    tracer.caveats.addAll(refused);
    return tracer;
  }

  /** What a newer bpftrace would do better; empty when this one is new enough or does not run. */
  public static Optional<Caveat> advice() {
    try {
      return BpftraceVersion.installed().flatMap(BpftraceVersion::advice);
    } catch (IOException e) {
      // One that does not run is reported with its message when it is to be attached.
      return Optional.empty();
    }
  }

  /** Attaches with that probe for system calls. */
  static BpftraceTracer attach(
      TargetProcess target, Path rawFolder, SyscallProbe probe, Optional<BpftraceVersion> version)
      throws IOException {
    SyscallNames names =
        SyscallNames.ofThisMachine()
            .orElseThrow(() -> new IOException("no table of system calls for this architecture"));
    Path program = rawFolder.resolve("threads.bt");
    Files.writeString(program, probe.program());
    MarkerSyscall marker = new MarkerSyscall();
    List<String> command = new ArrayList<>(List.of("bpftrace", "-f", "json", "-B", "line"));
    command.add(program.toString());
    command.add(Long.toString(target.pid()));
    command.add(Long.toString(ProcessHandle.current().pid()));
    command.add(Long.toString(marker.base()));
    command.add(Integer.toString(names.number("futex")));
    command.add(Integer.toString(names.number("lseek")));
    ChildProcess bpftrace =
        ChildProcess.start(
            ChildCommand.tool(command, Redirect.PIPE, rawFolder.resolve("bpftrace.stderr"))
                .with(BpftraceVersion.environment(version)));
    BpftraceTracer tracer =
        new BpftraceTracer(marker, bpftrace, names, rawFolder.resolve("bpftrace.json"));
    try {
      tracer.awaitProbes();
      tracer.mapCapacity = MapCapacity.of(SystemFiles.REAL, bpftrace.pid());
      return tracer;
    } catch (IOException e) {
      tracer.close();
      throw e;
    }
  }

  /** Makes events of every kind in this process until each probe has reported one. */
  private void awaitProbes() throws IOException {
    long deadline = System.nanoTime() + ATTACH_LIMIT.toNanos();
    while (!ready.containsAll(PROBES)) {
      if (!bpftrace.isAlive()) {
        throw new IOException("bpftrace ended: " + bpftrace.errorLine());
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "bpftrace attached only " + ready + " of " + PROBES + " in " + ATTACH_LIMIT);
      }
      marker.mark(MarkerSyscall.Signal.HELLO);
      Thread started = Thread.ofPlatform().start(() -> {});
      try {
        started.join();
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while bpftrace attached", e);
      }
    }
  }

  private void read(Path raw) {
    try (BufferedReader lines = bpftrace.output();
        BufferedWriter copy = Files.newBufferedWriter(raw, StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Optional<BpftraceLine> parsed = BpftraceLine.parse(line);
        if (parsed.isPresent()
            && parsed.get() instanceof BpftraceLine.Text text
            && text.text().startsWith("ready ")) {
          ready.add(text.text().substring("ready ".length()));
          continue;
        }
        copy.write(line);
        copy.newLine();
        parsed.ifPresent(output::add);
      }
    } catch (IOException e) {
      // The pipe breaks when bpftrace is killed: the missing end of the window then shows it.
      diedInside = true;
    }
  }

  @Override
  public CaptureLevel level() {
    return CaptureLevel.L0;
  }

  @Override
  public void begin() throws IOException {
    marker.mark(MarkerSyscall.Signal.OPEN);
  }

  @Override
  public void end() throws IOException {
    diedInside |= !bpftrace.isAlive();
    marker.mark(MarkerSyscall.Signal.CLOSE);
  }

  @Override
  public TraceResult finish() {
    List<String> failures = new ArrayList<>();
    try {
      marker.mark(MarkerSyscall.Signal.FINISH);
      int exit = bpftrace.await(FINISH_LIMIT);
      reader.join(FINISH_LIMIT);
      if (exit != 0 || diedInside || reader.isAlive() || output.window().isEmpty()) {
        failures.add(
            "bpftrace ended inside the window (exit code "
                + exit
                + "): "
                + bpftrace.errorLine()
                + "; run again, and look into raw/bpftrace.stderr if it stays");
      }
    } catch (IOException e) {
      failures.add(e.getMessage() + ": the system calls are not counted; run again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add("interrupted before bpftrace had printed its counts");
    }
    return failures.isEmpty()
        ? output.result(mapCapacity).withCaveats(caveats)
        : TraceResult.failed(failures);
  }

  @Override
  public void close() {
    bpftrace.close();
    try {
      marker.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot close the file of the marker", e);
    }
  }
}

package dev.tierbench.observer.trace;

import dev.tierbench.observer.bpf.CallCounter;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Observed;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Level L0. A program in the kernel counts between two marks of the observer, so the window is
 * exact to the system call, whenever bpftrace itself gets to run. What counts the system calls is a
 * {@link SyscallProbe}; bpftrace tells which threads start and end.
 */
public final class BpftraceTracer implements Tracer {

  /** In the name of a thread; the kernel cuts it at 15 bytes. */
  private static final AtomicInteger NEXT = new AtomicInteger();

  private static final Duration ATTACH_LIMIT = Duration.ofSeconds(60);
  private static final Duration FINISH_LIMIT = Duration.ofSeconds(60);

  private final SyscallProbe probe;
  private final SyscallNames names;
  private final String finishing = "tb-end-" + NEXT.incrementAndGet();
  private final MarkerSyscall marker = new MarkerSyscall();
  private final Optional<CallCounter> counter;
  private final ChildProcess bpftrace;
  private final BpftraceOutput output;
  private final Thread reader;
  private final Set<String> ready = ConcurrentHashMap.newKeySet();
  private final List<String> caveats = new ArrayList<>();
  private volatile boolean diedInside;
  private Optional<Integer> mapCapacity = Optional.empty();
  private long openedNanos;
  private long closedNanos;

  private BpftraceTracer(
      TargetProcess target,
      Path rawFolder,
      SyscallProbe probe,
      Optional<BpftraceVersion> version,
      SyscallNames names)
      throws IOException {
    this.probe = probe;
    this.names = names;
    this.output = new BpftraceOutput(names);
    Path program = rawFolder.resolve("threads.bt");
    Files.writeString(program, probe.program(finishing));
    this.counter =
        probe == SyscallProbe.OWN_PROGRAM ? Optional.of(counter(target, names)) : Optional.empty();
    try {
      this.bpftrace =
          ChildProcess.start(
              ChildCommand.tool(
                      command(target, program), Redirect.PIPE, rawFolder.resolve("bpftrace.stderr"))
                  .with(BpftraceVersion.environment(version)));
    } catch (IOException e) {
      closeOwn();
      throw e;
    }
    Path raw = rawFolder.resolve("bpftrace.json");
    this.reader = Thread.ofPlatform().daemon().name("bpftrace-reader").start(() -> read(raw));
  }

  private List<String> command(TargetProcess target, Path program) {
    List<String> command =
        new ArrayList<>(List.of("bpftrace", "-f", "json", "-B", "line", program.toString()));
    command.add(Long.toString(target.pid()));
    command.add(Long.toString(ProcessHandle.current().pid()));
    command.add(Long.toString(marker.base()));
    command.add(Integer.toString(names.number("futex")));
    command.add(Integer.toString(names.number("lseek")));
    return command;
  }

  private static CallCounter counter(TargetProcess target, SyscallNames names) throws IOException {
    if (!OwnProcess.REAL.inInitialTimeNamespace()) {
      throw new IOException("the clock of this time namespace is not the one of bpftrace");
    }
    return CallCounter.attach(
        new CallCounter.Machine(
            names.number("bpf"), names.number("futex"), Registers.HERE.secondOffset()),
        target.pid(),
        SystemFiles.REAL.names("proc/" + target.pid() + "/task").size());
  }

  /**
   * Attaches with the cheapest probe that works here, and returns when every probe has answered.
   *
   * @param only the probe that is to count system calls; empty for the cheapest
   * @throws IOException with bpftrace's own error message when it cannot
   */
  public static BpftraceTracer attach(
      TargetProcess target, Path rawFolder, Optional<SyscallProbe> only) throws IOException {
    Optional<BpftraceVersion> version = BpftraceVersion.installed();
    List<SyscallProbe> probes =
        only.map(List::of).orElseGet(() -> SyscallProbe.candidates(version));
    List<String> refused = new ArrayList<>();
    for (SyscallProbe probe : probes.subList(0, probes.size() - 1)) {
      try {
        return attach(target, rawFolder, probe, version).because(refused);
      } catch (IOException e) {
        refused.add(
            "system calls are counted with a dearer probe, since this host refuses the "
                + probe.description()
                + ": "
                + e.getMessage());
      }
    }
    return attach(target, rawFolder, probes.getLast(), version).because(refused);
  }

  private BpftraceTracer because(List<String> refused) {
    caveats.addAll(refused);
    return this;
  }

  /** Attaches with that probe for system calls. */
  static BpftraceTracer attach(
      TargetProcess target, Path rawFolder, SyscallProbe probe, Optional<BpftraceVersion> version)
      throws IOException {
    SyscallNames names =
        SyscallNames.ofThisMachine()
            .orElseThrow(() -> new IOException("no table of system calls for this architecture"));
    BpftraceTracer tracer = new BpftraceTracer(target, rawFolder, probe, version, names);
    try {
      tracer.awaitProbes();
      tracer.mapCapacity =
          tracer.counter.isPresent()
              ? tracer.counter.map(CallCounter::capacity)
              : MapCapacity.of(SystemFiles.REAL, tracer.bpftrace.pid());
      return tracer;
    } catch (IOException e) {
      tracer.close();
      throw e;
    }
  }

  /** Makes events of every kind in this process until each probe has reported one. */
  private void awaitProbes() throws IOException {
    long deadline = System.nanoTime() + ATTACH_LIMIT.toNanos();
    while (!ready.containsAll(probe.answers())) {
      if (!bpftrace.isAlive()) {
        throw new IOException("bpftrace ended: " + bpftrace.errorLine());
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "bpftrace attached only " + ready + " of " + probe.answers() + " in " + ATTACH_LIMIT);
      }
      marker.mark(MarkerSyscall.Signal.HELLO);
      try {
        Thread.ofPlatform().start(() -> {}).join();
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
    if (counter.isPresent()) {
      counter.get().begin();
      openedNanos = System.nanoTime();
    } else {
      marker.mark(MarkerSyscall.Signal.OPEN);
    }
  }

  @Override
  public void end() throws IOException {
    diedInside |= !bpftrace.isAlive();
    if (counter.isPresent()) {
      counter.get().end();
      closedNanos = System.nanoTime();
    } else {
      marker.mark(MarkerSyscall.Signal.CLOSE);
    }
  }

  @Override
  public TraceResult finish() {
    List<String> failures = new ArrayList<>();
    try {
      Thread.ofPlatform().name(finishing).start(() -> {}).join();
      int exit = bpftrace.await(FINISH_LIMIT);
      reader.join(FINISH_LIMIT);
      boolean closed = counter.isPresent() || output.window().isPresent();
      if (exit != 0 || diedInside || reader.isAlive() || !closed) {
        failures.add(
            "bpftrace ended inside the window (exit code "
                + exit
                + "): "
                + bpftrace.errorLine()
                + "; run again, and look into raw/bpftrace.stderr if it stays");
      }
      if (failures.isEmpty()) {
        return result().withCaveats(caveats);
      }
    } catch (IOException e) {
      failures.add(e.getMessage() + ": the system calls are not counted; run again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add("interrupted before bpftrace had printed its counts");
    }
    return TraceResult.failed(failures);
  }

  private TraceResult result() throws IOException {
    if (counter.isEmpty()) {
      return output.result(mapCapacity);
    }
    Map<Long, ThreadCalls> byTid = new TreeMap<>();
    counter
        .get()
        .read()
        .forEach((tid, calls) ->
            byTid.put(tid, ThreadCalls.of(names, calls.byNumber(), calls.futexByOperation())));
    return output.result(
        byTid,
        Optional.of(new TraceResult.Window(openedNanos, closedNanos)),
        mapCapacity.map(capacity -> new Observed.MapUsage(byTid.size(), capacity)));
  }

  @Override
  public void close() {
    bpftrace.close();
    closeOwn();
  }

  private void closeOwn() {
    try (marker) {
      if (counter.isPresent()) {
        counter.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close what the tracer had opened", e);
    }
  }
}

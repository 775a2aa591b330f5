package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.file.WholeFile;
import dev.tierbench.run.record.Resources;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Level L0. A {@link SyscallCounter} counts inside the kernel, so the window is exact to the system
 * call, whenever this process gets to run; bpftrace reports which threads start and end.
 */
public final class BpftraceTracer implements Tracer {

  private static final Duration ATTACH_LIMIT = Duration.ofSeconds(60);
  private static final Duration FINISH_LIMIT = Duration.ofSeconds(60);

  /**
   * Number of the next tracer, which makes the name of its finishing thread unique within the
   * kernel's 15 bytes.
   */
  private static final AtomicInteger NEXT = new AtomicInteger();

  /** Name of the thread whose end tells the bpftrace program to finish. */
  private final String finishing = "tb-end-" + NEXT.incrementAndGet();

  private final SyscallCounter counter;
  private final ChildProcess bpftrace;
  private final BpftraceOutput output;
  private final Thread reader;
  private final List<String> caveats = new ArrayList<>();
  private volatile boolean diedInside;

  private BpftraceTracer(
      TargetProcess target,
      Path rawFolder,
      SyscallCounter counter,
      Optional<BpftraceVersion> version,
      SyscallNames names)
      throws IOException {
    this.counter = counter;
    this.output = new BpftraceOutput(names);
    Path program = rawFolder.resolve("bpftrace.bt");
    WholeFile.write(program, program(counter, finishing));
    List<String> command =
        new ArrayList<>(List.of("bpftrace", "-f", "json", "-B", "line", program.toString()));
    command.add(Long.toString(target.pid()));
    command.add(Long.toString(ProcessHandle.current().pid()));
    command.addAll(counter.arguments());
    this.bpftrace =
        ChildProcess.start(
            ChildCommand.tool(command, Redirect.PIPE, rawFolder.resolve("bpftrace.stderr"))
                .with(BpftraceVersion.environment(version)));
    Path raw = rawFolder.resolve("bpftrace.json");
    this.reader = Thread.ofPlatform().daemon().name("bpftrace-reader").start(() -> read(raw));
  }

  /** All that bpftrace runs. */
  static String program(SyscallCounter counter, String finishing) {
    String threads =
        Resources.text(BpftraceTracer.class, "threads.bt").replace("FINISH", finishing);
    return counter.program().isEmpty() ? threads : counter.program() + "\n" + threads;
  }

  /**
   * Attaches with the cheapest counter that works here, and returns when every probe has answered.
   *
   * @param only the kind that is to count; empty for the cheapest
   * @throws CounterRefused when no kind works
   * @throws IOException with bpftrace's own error message when it cannot
   */
  public static BpftraceTracer attach(
      TargetProcess target, Path rawFolder, Optional<CounterKind> only) throws IOException {
    Optional<BpftraceVersion> version = BpftraceVersion.installed();
    List<CounterKind> kinds = only.map(List::of).orElseGet(() -> CounterKind.candidates(version));
    List<String> refused = new ArrayList<>();
    for (CounterKind kind : kinds.subList(0, kinds.size() - 1)) {
      try {
        return attach(target, rawFolder, kind, version).withCaveats(refused);
      } catch (CounterRefused e) {
        refused.add(
            "system calls are counted with a more expensive counter, since this host refuses "
                + e.getMessage());
      }
    }
    return attach(target, rawFolder, kinds.getLast(), version).withCaveats(refused);
  }

  private BpftraceTracer withCaveats(List<String> more) {
    caveats.addAll(more);
    return this;
  }

  static BpftraceTracer attach(
      TargetProcess target, Path rawFolder, CounterKind kind, Optional<BpftraceVersion> version)
      throws IOException {
    SyscallNames names =
        SyscallNames.ofThisMachine()
            .orElseThrow(() -> new IOException("no table of system calls for this architecture"));
    SyscallCounter counter = kind.open(target, names);
    Optional<BpftraceTracer> tracer = Optional.empty();
    try {
      tracer = Optional.of(new BpftraceTracer(target, rawFolder, counter, version, names));
      tracer.get().awaitProbes(kind);
      counter.attached(tracer.get().bpftrace.pid());
      return tracer.get();
    } catch (IOException | RuntimeException | Error e) {
      if (tracer.isPresent()) {
        tracer.get().close();
      } else {
        counter.close();
      }
      throw e;
    }
  }

  /** Makes events of every kind in this process until each probe has reported one. */
  private void awaitProbes(CounterKind kind) throws IOException {
    Set<String> awaited = new TreeSet<>(List.of("starts", "exits"));
    if (!counter.program().isEmpty()) {
      awaited.add("calls");
    }
    long deadline = System.nanoTime() + ATTACH_LIMIT.toNanos();
    while (!output.ready().containsAll(awaited)) {
      if (!bpftrace.isAlive()) {
        String reason = "bpftrace ended: " + bpftrace.errorLine();
        throw kind == CounterKind.RAW_TRACEPOINT
            ? new CounterRefused(kind, reason, null)
            : new IOException(reason);
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "bpftrace attached only " + output.ready() + " of " + awaited + " in " + ATTACH_LIMIT);
      }
      counter.greet();
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
        Writer copy =
            new BufferedWriter(
                new OutputStreamWriter(WholeFile.grow(raw), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!output.add(line)) {
          copy.write(line);
          copy.write('\n');
        }
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
    counter.begin();
  }

  @Override
  public void end() throws IOException {
    diedInside |= !bpftrace.isAlive();
    counter.end();
  }

  @Override
  public TraceResult finish() {
    try {
      Thread.ofPlatform().name(finishing).start(() -> {}).join();
      int exit = bpftrace.await(FINISH_LIMIT);
      reader.join(FINISH_LIMIT);
      SyscallCounter.Counted counted = counter.read(output, output.clockOffset());
      return exit != 0 || diedInside || reader.isAlive() || counted.window().isEmpty()
          ? TraceResult.failed(
              "bpftrace ended inside the window (exit code "
                  + exit
                  + "): "
                  + bpftrace.errorLine()
                  + "; run again, and look into raw/bpftrace.stderr if it stays")
          : output.result(counted, caveats);
    } catch (IOException e) {
      return TraceResult.failed(e.getMessage() + ": the system calls are not counted; run again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TraceResult.failed("interrupted before bpftrace had printed its counts");
    }
  }

  @Override
  public void close() {
    try (counter) {
      bpftrace.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close what the tracer had opened", e);
    }
  }
}

package dev.tierbench.observer.trace;

import dev.tierbench.observer.proc.TargetProcess;
import dev.tierbench.observer.tool.Doorbell;
import dev.tierbench.observer.tool.ToolProcess;
import dev.tierbench.observer.tool.Tools;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Level L0. The program in the kernel counts between two rings of the observer's doorbell, so the
 * edges are exact to the system call, whenever bpftrace itself gets to run.
 */
public final class BpftraceTracer implements Tracer {

  /** Room for 5,000 threads with 60 different calls each, below the limit of map usage. */
  static final int MAP_CAPACITY = 393_216;

  /** 4 MB per core hold 40,000 births and exits that bpftrace has not yet read. */
  private static final int BUFFER_PAGES = 1024;

  private static final Set<String> PROBES = Set.of("calls", "births", "exits");
  private static final Duration ATTACH_LIMIT = Duration.ofSeconds(60);
  private static final Duration FINISH_LIMIT = Duration.ofSeconds(60);

  private final Doorbell doorbell;
  private final ToolProcess tool;
  private final BpftraceOutput output;
  private final Thread reader;
  private final Set<String> ready = ConcurrentHashMap.newKeySet();
  private volatile boolean diedInside;

  private BpftraceTracer(Doorbell doorbell, ToolProcess tool, SyscallNames names, Path raw) {
    this.doorbell = doorbell;
    this.tool = tool;
    this.output = new BpftraceOutput(names);
    this.reader = Thread.ofPlatform().daemon().name("bpftrace-reader").start(() -> read(raw));
  }

  /**
   * Attaches and returns when every probe has answered.
   *
   * @throws IOException with bpftrace's own complaint when it cannot
   */
  public static BpftraceTracer attach(TargetProcess target, Path rawFolder) throws IOException {
    SyscallNames names =
        SyscallNames.ofThisMachine()
            .orElseThrow(() -> new IOException("no table of system calls for this architecture"));
    Path program = rawFolder.resolve("threads.bt");
    try (InputStream in = BpftraceTracer.class.getResourceAsStream("threads.bt")) {
      Files.write(program, in.readAllBytes());
    }
    Doorbell doorbell = new Doorbell();
    ToolProcess tool =
        ToolProcess.start(
            List.of(
                Tools.find("bpftrace").map(Path::toString).orElse("bpftrace"),
                "-f",
                "json",
                "-B",
                "line",
                program.toString(),
                Long.toString(target.pid()),
                Long.toString(ProcessHandle.current().pid()),
                Long.toString(doorbell.base()),
                Integer.toString(names.number("futex")),
                Integer.toString(names.number("lseek"))),
            Map.of(
                "BPFTRACE_MAP_KEYS_MAX", Integer.toString(MAP_CAPACITY),
                "BPFTRACE_PERF_RB_PAGES", Integer.toString(BUFFER_PAGES)),
            rawFolder.resolve("bpftrace.stderr"));
    BpftraceTracer tracer =
        new BpftraceTracer(doorbell, tool, names, rawFolder.resolve("bpftrace.json"));
    try {
      tracer.awaitProbes();
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
      if (!tool.isAlive()) {
        throw new IOException("bpftrace ended: " + tool.firstError());
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "bpftrace attached only " + ready + " of " + PROBES + " in " + ATTACH_LIMIT);
      }
      doorbell.ring(Doorbell.Signal.HELLO);
      Thread newborn = Thread.ofPlatform().start(() -> {});
      try {
        newborn.join();
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while bpftrace attached", e);
      }
    }
  }

  private void read(Path raw) {
    try (BufferedReader lines = tool.output();
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
      // The pipe breaks when bpftrace is killed: the missing closing edge then tells.
      diedInside = true;
    }
  }

  @Override
  public CaptureLevel level() {
    return CaptureLevel.L0;
  }

  @Override
  public void begin() throws IOException {
    doorbell.ring(Doorbell.Signal.OPEN);
  }

  @Override
  public void end() throws IOException {
    diedInside |= !tool.isAlive();
    doorbell.ring(Doorbell.Signal.CLOSE);
  }

  @Override
  public TraceResult finish() {
    List<String> failures = new ArrayList<>();
    try {
      doorbell.ring(Doorbell.Signal.FINISH);
      int exit = tool.await(FINISH_LIMIT);
      reader.join(FINISH_LIMIT);
      if (exit != 0 || diedInside || reader.isAlive() || output.edges().isEmpty()) {
        failures.add(
            "bpftrace ended inside the window (exit code "
                + exit
                + "): "
                + tool.firstError()
                + "; run again, and look into raw/bpftrace.stderr if it stays");
      }
    } catch (IOException e) {
      failures.add(e.getMessage() + ": the system calls are not counted; run again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add("interrupted before bpftrace had printed its counts");
    }
    return failures.isEmpty() ? result() : TraceResult.failed(failures);
  }

  private TraceResult result() {
    TraceResult.MapUsage usage = new TraceResult.MapUsage(output.mapEntries(), MAP_CAPACITY);
    List<String> failures = new ArrayList<>();
    if (usage.share() >= TraceResult.MapUsage.LIMIT) {
      failures.add(
          "the tracer's map is "
              + Math.round(usage.share() * 100)
              + " % full, so calls may be missing: observe a process with fewer threads");
    }
    if (output.lostEvents() > 0) {
      failures.add(
          output.lostEvents()
              + " births or exits of threads were lost: shorten the window or observe a process"
              + " that starts fewer threads");
    }
    return new TraceResult(
        Optional.of(output.callsByTid()),
        output.births(),
        output.exits(),
        output.edges(),
        Optional.of(output.lostEvents()),
        Optional.of(usage),
        failures,
        List.of());
  }

  @Override
  public void close() {
    tool.close();
    try {
      doorbell.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("cannot close the doorbell", e);
    }
  }
}

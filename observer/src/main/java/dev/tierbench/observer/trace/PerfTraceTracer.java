package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.CaptureLevel;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Level L1: {@code perf trace -s}. It counts from the moment it is attached, so {@link #begin}
 * attaches it and returns when it counts; its workload is a shell that reports this and then waits.
 */
public final class PerfTraceTracer implements Tracer {

  /** What the workload prints when it runs, and perf counts. */
  private static final String COUNTING = "counting";

  private static final Duration ATTACH_LIMIT = Duration.ofSeconds(20);
  private static final Duration FINISH_LIMIT = Duration.ofSeconds(60);

  private final TargetProcess target;
  private final Path rawFolder;
  private Optional<ChildProcess> tool = Optional.empty();

  public PerfTraceTracer(TargetProcess target, Path rawFolder) {
    this.target = target;
    this.rawFolder = rawFolder;
  }

  @Override
  public CaptureLevel level() {
    return CaptureLevel.L1;
  }

  private Path summary() {
    return rawFolder.resolve("perf-trace.txt");
  }

  @Override
  public void begin() throws IOException {
    List<String> command = new ArrayList<>(List.of("perf", "trace", "-s"));
    command.addAll(List.of("-o", summary().toString(), "-p", Long.toString(target.pid())));
    command.addAll(List.of("--", "sh", "-c", "echo " + COUNTING + "; read -r line"));
    ChildProcess perf =
        ChildProcess.start(
            ChildCommand.tool(command, Redirect.PIPE, rawFolder.resolve("perf-trace.stderr")));
    tool = Optional.of(perf);
    BufferedReader out = perf.output();
    perf.awaitAnswer(() -> out.ready() && COUNTING.equals(out.readLine()), ATTACH_LIMIT);
  }

  @Override
  public void end() {
    tool.ifPresent(ChildProcess::closeInput);
  }

  @Override
  public TraceResult finish() {
    List<String> failures = new ArrayList<>();
    PerfTraceSummary summary;
    try {
      int exit = tool.orElseThrow().await(FINISH_LIMIT);
      if (exit != 0) {
        failures.add("perf trace failed: " + tool.get().errorLine() + "; run again");
      }
      summary = PerfTraceSummary.parse(Files.readString(summary()));
    } catch (IOException e) {
      return TraceResult.failed("perf trace left no counts: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TraceResult.failed("interrupted before perf trace had printed its counts");
    }
    if (summary.lostEvents() > 0) {
      failures.add(
          "perf trace lost "
              + summary.lostEvents()
              + " events: shorten the window, lower the load, or count with bpftrace");
    }
    return TraceResult.NOTHING
        .withCalls(Optional.of(summary.calls()))
        .withLostEvents(Optional.of(summary.lostEvents()))
        .withFailures(failures)
        .withCaveats(List.of("perf trace counts calls that completed and may lose events"));
  }

  @Override
  public void close() {
    tool.ifPresent(ChildProcess::close);
  }
}

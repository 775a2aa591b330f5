package dev.tierbench.loadgen.cli;

import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.loadgen.engine.CannotRunException;
import dev.tierbench.loadgen.engine.LoadRun;
import dev.tierbench.loadgen.engine.Rehearsal;
import dev.tierbench.loadgen.output.EventStream;
import dev.tierbench.loadgen.output.IntervalLog;
import dev.tierbench.loadgen.output.LiveLine;
import dev.tierbench.loadgen.output.TextReport;
import dev.tierbench.loadgen.output.Wrk2Report;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.PhasePlan;
import dev.tierbench.loadgen.result.PhaseTotals;
import dev.tierbench.loadgen.result.RunListener;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.record.LoadResult;
import io.netty.util.ResourceLeakDetector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command line of the load generator: parse, drive, write. */
@Command(
    name = "load.sh",
    mixinStandardHelpOptions = true,
    description = {
      "Drives HTTP load at a server. In the closed model each of N connections sends again when it has"
          + " its answer. In the open model (--rate) requests start on a schedule, whether or not the"
          + " server keeps up. TIME is such as 500ms, 10s or 1.5m."
    },
    exitCodeList = {
      "0:all requests that were sent were answered",
      "1:some failed, no connection was left for those that were due, or the run could not start",
      "2:usage error",
      "130:interrupted; what was measured so far is printed"
    })
final class LoadCommand implements Callable<Integer>, HasHelp {

  private static final int INTERRUPTED = 130;

  @Mixin LoadOptions options;
  @Spec CommandSpec spec;

  private final CountDownLatch finished = new CountDownLatch(1);
  private LoadRun run;
  private volatile int exitCode = CommandLine.ExitCode.SOFTWARE;

  public static void main(String[] arguments) {
    CommandLine line = LoadOptions.commandLine(new LoadCommand());
    line.setParameterExceptionHandler((wrong, args) -> {
      System.err.println("load.sh: " + wrong.getMessage() + ". See load.sh --help");
      return CommandLine.ExitCode.USAGE;
    });
    System.exit(line.execute(arguments));
  }

  @Override
  public ProgramHelp help() {
    return LoadHelp.CONTENTS;
  }

  @Override
  public Integer call() throws InterruptedException {
    LoadPlan plan = plan();
    refuseToOverwrite();
    try {
      exitCode = drive(plan);
    } catch (CannotRunException | IOException | UncheckedIOException e) {
      System.err.println("load.sh: " + e.getMessage());
      exitCode = interrupted() ? INTERRUPTED : CommandLine.ExitCode.SOFTWARE;
    } catch (RuntimeException e) {
      System.err.println("load.sh: internal error: " + e.getMessage());
      e.printStackTrace();
      exitCode = interrupted() ? INTERRUPTED : CommandLine.ExitCode.SOFTWARE;
    } finally {
      finished.countDown();
    }
    return exitCode;
  }

  private boolean interrupted() {
    return run != null && run.wasInterrupted();
  }

  private LoadPlan plan() {
    try {
      return options.plan();
    } catch (IllegalArgumentException | TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private void refuseToOverwrite() {
    options.out.ifPresent(folder -> {
      if (Files.exists(folder.resolve(RunFolder.LOAD))) {
        throw new ParameterException(
            spec.commandLine(),
            folder.resolve(RunFolder.LOAD) + " exists and is kept: name another --out");
      }
    });
  }

  private int drive(LoadPlan plan) throws CannotRunException, IOException, InterruptedException {
    // It takes stack traces of every 128th buffer, on the threads whose CPU counts.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    EventStream events = new EventStream(System.out, Clock.systemUTC(), options.eventLatencies);
    List<RunListener> listeners = new ArrayList<>();
    if (options.events) {
      listeners.add(events); // first: a caller waits for the boundaries
    }
    listeners.add(new LiveLine(System.err, Boolean.getBoolean("tierbench.terminal")));
    int code;
    try (IntervalLog log = options.out.isPresent() ? openLog(options.out.get()) : null) {
      if (log != null) {
        listeners.add(log);
      }
      if (!options.cold) {
        System.err.println(
            Rehearsal.isNeeded()
                ? String.format(
                    Locale.ROOT,
                    "the generator warmed itself up with %,d requests",
                    Rehearsal.of(plan))
                : "the generator did not warm itself up: its JVM only interprets");
      }
      run = new LoadRun(plan, listeners);
      endOnSignal(run);
      if (options.awaitStart) {
        run.holdStart();
      }
      if (options.awaitStart || plan.phases().stream().anyMatch(PhasePlan::held)) {
        releaseOnLines(run, options.awaitStart);
      }
      LoadResult result = run.run();
      code = judge(run, result);
      if (!options.events) {
        print(plan, result, run.totals());
      }
      options.out.ifPresent(folder -> RunJson.write(folder.resolve(RunFolder.LOAD), result));
    }
    if (options.events) {
      events.done(code);
    }
    return code;
  }

  /**
   * A line {@code go PHASE} on standard input releases that phase, any other the one held.
   *
   * @param endsWithInput whether the end of the input interrupts the run
   */
  private static void releaseOnLines(LoadRun run, boolean endsWithInput) {
    Thread.ofPlatform()
        .daemon()
        .name("release")
        .start(() -> {
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
              .lines()
              .map(line -> GoCommand.parse(line).phase().orElse(LoadRun.ANY_PHASE))
              .forEach(run::release);
          if (endsWithInput) {
            run.interrupt();
          }
        });
  }

  private static IntervalLog openLog(Path folder) throws IOException {
    try {
      return new IntervalLog(folder);
    } catch (IOException e) {
      boolean file = e instanceof FileAlreadyExistsException;
      throw new IOException(
          "cannot write to " + folder + ": " + (file ? "it is a file and no folder" : e), e);
    }
  }

  private void print(LoadPlan plan, LoadResult result, List<PhaseTotals> totals) {
    if (result.phases().isEmpty() && options.format() != LoadOptions.Format.JSON) {
      System.err.println("load.sh: interrupted before anything was measured");
      return;
    }
    String report =
        switch (options.format()) {
          case JSON -> RunJson.toJson(result) + "\n";
          case WRK2 ->
              Wrk2Report.of(
                  plan,
                  result,
                  totals.get(result.phases().size() - 1),
                  options.latency,
                  options.uncorrectedLatency);
          case TEXT -> TextReport.of(result);
        };
    System.out.print(report);
    System.out.flush();
  }

  /** Says in one line what is wrong with the run, if anything is. */
  private static int judge(LoadRun run, LoadResult result) {
    if (run.wasInterrupted()) {
      return INTERRUPTED;
    }
    long ok = result.phases().stream().mapToLong(LoadResult.Phase::ok).sum();
    long failed = result.phases().stream().mapToLong(phase -> phase.failed().total()).sum();
    if (failed > 0) {
      LoadResult.Failure first = result.failuresOfRequests().getFirst();
      System.err.printf(
          "load.sh: %d of %d requests failed, most of them so: %s%n",
          failed, ok + failed, first.reason());
      return CommandLine.ExitCode.SOFTWARE;
    }
    if (ok == 0) {
      System.err.println(
          "load.sh: no request was answered: the server took the connections and stayed silent"
              + idleLosses(result));
      return CommandLine.ExitCode.SOFTWARE;
    }
    long unsent = result.phases().getLast().unsent().orElse(0L);
    if (unsent > 0 && !run.wasConnected() && !result.idleLosses().isEmpty()) {
      System.err.println(
          "load.sh: no connection was open at the end, for which %d requests waited%s"
              .formatted(unsent, idleLosses(result)));
      return CommandLine.ExitCode.SOFTWARE;
    }
    return CommandLine.ExitCode.OK;
  }

  private static String idleLosses(LoadResult result) {
    return result.idleLosses().stream()
        .map(loss -> "; idle connections: %d x %s".formatted(loss.count(), loss.reason()))
        .collect(Collectors.joining());
  }

  /**
   * Ends the run early on SIGINT or SIGTERM, and lets its result be printed before the process
   * exits.
   */
  private void endOnSignal(LoadRun run) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  if (finished.getCount() == 0) {
                    return;
                  }
                  run.interrupt();
                  try {
                    if (finished.await(10, TimeUnit.SECONDS)) {
                      Runtime.getRuntime().halt(exitCode);
                    }
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                },
                "interrupt"));
  }
}

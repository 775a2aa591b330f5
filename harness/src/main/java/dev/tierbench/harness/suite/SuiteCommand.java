package dev.tierbench.harness.suite;

import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.harness.live.Live;
import dev.tierbench.harness.live.LiveOptions;
import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.run.Cancellation;
import dev.tierbench.harness.run.Manifests;
import dev.tierbench.harness.run.ReportProcess;
import dev.tierbench.harness.run.RunExecution;
import dev.tierbench.harness.run.RunOptions;
import dev.tierbench.harness.run.SubjectNames;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line of the studies in process. */
@Command(
    name = "suite",
    mixinStandardHelpOptions = true,
    version = "tierbench suite",
    description = {
      "Runs published comparisons of concurrency models in process, each cell in a fresh JVM, and"
          + " leaves a run folder for each study. With --setup alone it installs what a run needs"
          + " (Debian, Ubuntu)."
    },
    exitCodeList = {
      "0:every cell was completed, predicted or refused, and none is FAIL",
      "1:a cell is FAIL: it crashed, ran out of memory or time, or a check failed; or nothing could"
          + " start",
      "2:usage error",
      "130:interrupted; finish with --resume"
    })
public final class SuiteCommand implements Callable<Integer>, HasHelp {

  @Mixin private SuiteOptions planOptions;
  @Mixin private RunOptions runOptions;
  @Mixin private final LiveOptions liveOptions = new LiveOptions();

  @CommandLine.Parameters(
      arity = "0..1",
      paramLabel = "SUITE",
      description = "streams, executors, sleeps, tasks or all. Default: all.")
  private Optional<String> suite = Optional.empty();

  @Override
  public ProgramHelp help() {
    return SuiteHelp.CONTENTS;
  }

  @Override
  public Integer call() throws Exception {
    try {
      return Cancellation.interrupting(this::suites);
    } finally {
      runOptions.unlock();
    }
  }

  private int suites() throws IOException, InterruptedException {
    Optional<Manifest> earlier = earlier();
    Optional<SuitePlan> before = earlier.map(of -> runOptions.planOf(of, SuitePlan.class));
    Map<String, SuiteDescriptor> known = Descriptors.suites(runOptions.folder("suites"));
    List<SuitePlan> plans =
        before.isPresent()
            ? List.of(runOptions.checked(() -> planOptions.resumed(known, before.get())))
            : plans(known);
    plans.forEach(this::print);
    if (runOptions.isDryRun()) {
      return CommandLine.ExitCode.OK;
    }
    try (Live live = liveOptions.start(runOptions.installation())) {
      live.planLine().ifPresent(System.out::println);
      int exitCode = run(plans, earlier, live);
      live.ends(exitCode, System.out);
      return exitCode;
    }
  }

  private Optional<Manifest> earlier() throws IOException {
    if (runOptions.resumed().isPresent() && suite.isPresent()) {
      throw runOptions.wrong("--resume takes the suite of the run: drop " + suite.get());
    }
    return runOptions.earlier();
  }

  private List<SuitePlan> plans(Map<String, SuiteDescriptor> known) {
    List<String> chosen = chosen(known.keySet());
    if (chosen.size() > 1 && planOptions.choosesParts()) {
      throw runOptions.wrong(
          "--impl, --case, --size and --database name parts of one suite: name it first, one of "
              + String.join(", ", chosen));
    }
    return chosen.stream()
        .map(each -> runOptions.checked(() -> planOptions.plan(each, known.get(each))))
        .toList();
  }

  private List<String> chosen(Set<String> known) {
    if (suite.isEmpty() || suite.get().equals(SubjectNames.EVERY)) {
      return List.copyOf(known);
    }
    if (!known.contains(suite.get())) {
      throw runOptions.wrong(
          "unknown suite '"
              + suite.get()
              + "': expected one of "
              + String.join(", ", known)
              + ", or "
              + SubjectNames.EVERY);
    }
    return List.of(suite.get());
  }

  private int run(List<SuitePlan> plans, Optional<Manifest> earlier, Live live)
      throws IOException, InterruptedException {
    List<Path> folders = new ArrayList<>();
    int worst = 0;
    for (SuitePlan plan : plans) {
      int code = run(plan, earlier, folders, live);
      if (code == Cancellation.EXIT_CODE) {
        return code;
      }
      worst = Math.max(worst, code);
    }
    if (folders.size() > 1) {
      new ReportProcess(runOptions.installation()).report(System.out, folders.toArray(Path[]::new));
    }
    return worst;
  }

  private void print(SuitePlan plan) {
    Predictions predictions = predictions(plan);
    double seconds = SuiteRun.missingSeconds(runOptions.resumed(), predictions);
    SuitePlanText.lines(predictions, seconds).stream()
        .map(TerminalText::escaped)
        .forEach(System.out::println);
    System.out.println();
  }

  private Predictions predictions(SuitePlan plan) {
    return new Predictions(plan, HostFacts.REAL.cores().size(), HostLimits.of(SystemFiles.REAL));
  }

  private int run(SuitePlan plan, Optional<Manifest> earlier, List<Path> folders, Live live)
      throws IOException, InterruptedException {
    SuiteReadiness readiness = new SuiteReadiness(runOptions.installation(), plan);
    List<Finding> findings = readiness.findings();
    if (!Finding.isReady(findings, System.err)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    Optional<CaptureLevel> level =
        plan.engines().trace().map(trial -> CellTrace.observer(true).level());
    Manifest now =
        Manifests.begin(runOptions, plan, readiness.modules(), List.of(), List.of(), findings)
            .with(next -> next.captureLevel(level));
    RunExecution run = runOptions.run(earlier, now);
    folders.add(run.folder().root());
    Predictions predictions = predictions(plan);
    double seconds = SuiteRun.missingSeconds(Optional.of(run.folder()), predictions);
    return live.carryOut(run, seconds, new SuiteRun(run, predictions));
  }
}

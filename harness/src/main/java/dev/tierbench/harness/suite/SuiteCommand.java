package dev.tierbench.harness.suite;

import dev.tierbench.harness.host.Finding;
import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.live.Live;
import dev.tierbench.harness.live.LiveOptions;
import dev.tierbench.harness.trial.Cancellation;
import dev.tierbench.harness.trial.Manifests;
import dev.tierbench.harness.trial.NewRun;
import dev.tierbench.harness.trial.ReportWriter;
import dev.tierbench.harness.trial.RunOptions;
import dev.tierbench.harness.trial.Terminal;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.Java;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.SuitePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line of the studies in process. */
@Command(
    name = "suite",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    version = "tierbench suite",
    description = {
      "Runs published comparisons of concurrency models in process, each cell in a fresh JVM, and"
          + " leaves a run folder for each study.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every cell was completed, predicted or refused, and none is FAIL",
      "1:a cell is FAIL: it crashed, ran out of memory or time, or a check failed; or nothing could"
          + " start",
      "2:usage error",
      "130:interrupted; finish with --resume"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  suite --setup                                  first installs what a run needs (Debian, Ubuntu)",
      "  suite all --preset quick                       a look at all four studies",
      "  suite sleeps --preset standard --name idle     three trials, to publish",
      "  suite streams --impl rxjava3,reactor --case range --size 1000 --trials 5",
      "  suite executors --impl coroutine-cpu,coroutine-cpu-limit --aa",
      "  suite sleeps --impl jdk-virtual,jdk-virtual@/usr/lib/jvm/jdk-21 --size 100000",
      "  suite all --preset standard --live             watch it on a page; its address is printed",
      "  suite --resume results/20260101T120000Z-standard-sleeps"
    })
public final class SuiteCommand implements Callable<Integer> {

  @Mixin private SuiteOptions planOptions;
  @Mixin private RunOptions runOptions;
  @Mixin private final LiveOptions liveOptions = new LiveOptions();

  @CommandLine.Parameters(
      arity = "0..1",
      paramLabel = "SUITE",
      description = "streams, executors, sleeps, tasks or all; default all.")
  private Optional<String> suite = Optional.empty();

  @Override
  public Integer call() throws IOException {
    Cancellation cancellation = new Cancellation();
    try {
      Optional<Manifest> earlier = earlier();
      return earlier.isPresent() ? resume(earlier.get()) : begin();
    } catch (InterruptedException e) {
      return Cancellation.EXIT_CODE;
    } finally {
      cancellation.done();
    }
  }

  private int begin() throws IOException, InterruptedException {
    Suites known = Suites.read(runOptions.folder("suites"));
    List<String> chosen = runOptions.checked(() -> known.named(suite.orElse(Suites.EVERY)));
    if (chosen.size() > 1 && planOptions.choosesParts()) {
      throw runOptions.wrong(
          "--impl, --case and --size name parts of one suite: name it first, one of "
              + String.join(", ", chosen));
    }
    List<SuitePlan> plans = new ArrayList<>();
    for (String each : chosen) {
      plans.add(runOptions.checked(() -> planOptions.plan(each, known.byName().get(each))));
    }
    return run(plans, Optional.empty());
  }

  private int resume(Manifest earlier) throws IOException, InterruptedException {
    return run(List.of(runOptions.planOf(earlier, SuitePlan.class)), Optional.of(earlier));
  }

  /** Of an earlier run its one plan. */
  private int run(List<SuitePlan> plans, Optional<Manifest> earlier)
      throws IOException, InterruptedException {
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
      new ReportWriter(runOptions.installation(), System.out).write(folders);
    }
    return worst;
  }

  private void print(SuitePlan plan) {
    Predictions predictions = predictions(plan);
    double seconds = SuiteRun.missingSeconds(runOptions.resumed(), plan, predictions);
    SuitePlanText.lines(plan, predictions, seconds).forEach(System.out::println);
    System.out.println();
  }

  private Predictions predictions(SuitePlan plan) {
    return new Predictions(plan, HostFacts.REAL.cores().size(), HostLimits.of(SystemFiles.REAL));
  }

  private int run(SuitePlan plan, Optional<Manifest> earlier, List<Path> folders, Live live)
      throws IOException, InterruptedException {
    Installation installation = runOptions.installation();
    Optional<Java> java = installation.java();
    SuiteReadiness readiness = new SuiteReadiness(installation, plan);
    List<Finding> findings = readiness.findings(java);
    Finding.print(findings, System.err);
    if (java.isEmpty() || !Finding.isReady(findings)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    NewRun begun = runOptions.newRun(plan);
    Manifests manifests =
        new Manifests(
            installation, java.get(), readiness.modules(), List.of(), Optional.empty(), List.of());
    List<Finding.Doubt> doubts = Finding.doubts(findings);
    Manifest manifest =
        earlier.isPresent()
            ? manifests.resume(earlier.get(), doubts)
            : manifests.begin(
                begun.name(),
                runOptions.arguments(),
                plan,
                doubts,
                plan.engines().trace().map(trial -> CellTrace.observer().level()));
    RunFolder folder = runOptions.folderOf(begun);
    folders.add(folder.root());
    Predictions predictions = predictions(plan);
    double seconds = SuiteRun.missingSeconds(Optional.of(folder), plan, predictions);
    int exitCode =
        new SuiteRun(folder, manifest, plan, installation, predictions)
            .run(live.over(folder, seconds, Terminal.progress(System.err, seconds)), System.out);
    live.reported(folder);
    return exitCode;
  }

  private Optional<Manifest> earlier() throws IOException {
    if (runOptions.resumed().isPresent() && suite.isPresent()) {
      throw runOptions.wrong("--resume takes the suite of the run: drop " + suite.get());
    }
    return runOptions.earlier();
  }
}

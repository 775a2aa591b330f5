package dev.tierbench.harness.suite;

import dev.tierbench.harness.host.Finding;
import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.trial.Cancellation;
import dev.tierbench.harness.trial.Manifests;
import dev.tierbench.harness.trial.NewRun;
import dev.tierbench.harness.trial.ReportWriter;
import dev.tierbench.harness.trial.Terminal;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.Java;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SuitePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
      "  suite all --preset quick                       a look at all four studies",
      "  suite sleeps --preset standard --name idle     three trials, to publish",
      "  suite streams --impl rxjava3,reactor --case range --size 1000 --trials 5",
      "  suite executors --impl coroutine-cpu,coroutine-cpu-limit --aa",
      "  suite sleeps --impl jdk-virtual,jdk-virtual@/usr/lib/jvm/jdk-21 --size 100000",
      "  suite --resume results/20260101T120000Z-standard-sleeps"
    })
public final class SuiteCommand implements Callable<Integer> {

  private static final List<String> BESIDE_RESUME =
      List.of("--resume", "--java", "--home", "--dry-run");

  @Spec private CommandSpec spec;
  @Mixin private SuiteOptions planOptions;

  @CommandLine.Parameters(
      arity = "0..1",
      paramLabel = "SUITE",
      description = "streams, executors, sleeps, tasks or all; default all.")
  private Optional<String> suite = Optional.empty();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the run folder; the name of the suite is appended.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where run folders are made; default results.")
  private Path out = Path.of("results");

  @Option(
      names = "--java",
      paramLabel = "DIR",
      description = "The JDK that runs every worker; default the one that runs this.")
  private Path javaHome = Path.of(System.getProperty("java.home"));

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "The folder with the built modules; default the current one.")
  private Path home = Path.of("");

  @Option(names = "--dry-run", description = "Print the plan and stop.")
  private boolean dryRun;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Finish the missing cells of that run folder, by its own plan.")
  private Optional<Path> resume = Optional.empty();

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
    Suites known = Suites.read(home.resolve("suites"));
    List<String> chosen = checked(() -> known.named(suite.orElse(Suites.EVERY)));
    if (chosen.size() > 1 && planOptions.choosesParts()) {
      throw new ParameterException(
          spec.commandLine(),
          "--impl, --case and --size name parts of one suite: name it first, one of "
              + String.join(", ", chosen));
    }
    List<SuitePlan> plans = new ArrayList<>();
    for (String each : chosen) {
      plans.add(checked(() -> planOptions.plan(each, known.byName().get(each))));
    }
    plans.forEach(this::print);
    if (dryRun) {
      return CommandLine.ExitCode.OK;
    }
    List<Path> folders = new ArrayList<>();
    int worst = 0;
    for (SuitePlan plan : plans) {
      int code = run(plan, Optional.empty(), folders);
      if (code == Cancellation.EXIT_CODE) {
        return code;
      }
      worst = Math.max(worst, code);
    }
    if (folders.size() > 1) {
      new ReportWriter(installation(), System.out).write(folders);
    }
    return worst;
  }

  private int resume(Manifest earlier) throws IOException, InterruptedException {
    if (!(earlier.plan() instanceof SuitePlan plan)) {
      throw new ParameterException(
          spec.commandLine(),
          resume.orElseThrow() + " is a sweep: ./scripts/sweep.sh --resume " + resume.get());
    }
    print(plan);
    return dryRun ? CommandLine.ExitCode.OK : run(plan, Optional.of(earlier), new ArrayList<>());
  }

  private void print(SuitePlan plan) {
    Predictions predictions = predictions(plan);
    double seconds =
        resume
            .map(folder -> SuiteRun.missingSeconds(new RunFolder(folder), plan, predictions))
            .orElseGet(() ->
                plan.order().stream()
                    .mapToDouble(trial ->
                        plan.cells().stream()
                            .mapToDouble(cell ->
                                predictions.cellSeconds(
                                    trial.subject(), cell, SuiteRun.round(plan, trial)))
                            .sum())
                    .sum());
    SuitePlanText.lines(plan, predictions, seconds).forEach(System.out::println);
    System.out.println();
  }

  private Predictions predictions(SuitePlan plan) {
    return new Predictions(plan, HostFacts.REAL.cores().size(), HostLimits.of(SystemFiles.REAL));
  }

  private Installation installation() {
    return new Installation(home.toAbsolutePath().normalize(), javaHome);
  }

  private int run(SuitePlan plan, Optional<Manifest> earlier, List<Path> folders)
      throws IOException, InterruptedException {
    Installation installation = installation();
    Optional<Java> java = installation.java();
    SuiteReadiness readiness = new SuiteReadiness(installation, plan);
    List<Finding> findings = readiness.findings(java);
    Finding.print(findings, System.err);
    if (java.isEmpty() || !Finding.isReady(findings)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    NewRun begun =
        checked(() -> new NewRun(out, name.orElse(plan.common().preset()) + "-" + plan.suite()));
    Manifests manifests =
        new Manifests(installation, java.get(), readiness.modules(), Optional.empty());
    List<Finding.Doubt> doubts = Finding.doubts(findings);
    Manifest manifest =
        earlier.isPresent()
            ? manifests.resume(earlier.get(), doubts)
            : manifests.begin(
                begun.name(),
                spec.commandLine().getParseResult().originalArgs(),
                plan,
                doubts,
                plan.engines().trace().map(trial -> CellTrace.observer().level()));
    RunFolder folder = new RunFolder(resume.orElseGet(begun::makeFolder));
    folders.add(folder.root());
    Predictions predictions = predictions(plan);
    double seconds = SuiteRun.missingSeconds(folder, plan, predictions);
    return new SuiteRun(folder, manifest, plan, installation, predictions)
        .run(Terminal.progress(System.err, seconds), System.out);
  }

  private <T> T checked(Supplier<T> parsed) {
    try {
      return parsed.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Optional<Manifest> earlier() throws IOException {
    if (resume.isEmpty()) {
      return Optional.empty();
    }
    if (suite.isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--resume takes the suite of the run: drop " + suite.get());
    }
    spec.commandLine().getParseResult().matchedOptions().stream()
        .map(option -> option.longestName())
        .filter(option -> !BESIDE_RESUME.contains(option))
        .findFirst()
        .ifPresent(option -> {
          throw new ParameterException(
              spec.commandLine(), "--resume takes the plan of the run: drop " + option);
        });
    return Optional.of(RunJson.read(new RunFolder(resume.get()).manifest(), Manifest.class));
  }
}

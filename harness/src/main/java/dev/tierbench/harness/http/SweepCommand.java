package dev.tierbench.harness.http;

import dev.tierbench.harness.host.Finding;
import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.http.container.ComposeProject;
import dev.tierbench.harness.http.container.Engine;
import dev.tierbench.harness.http.plan.PlanText;
import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.harness.http.step.TraceWindow;
import dev.tierbench.harness.trial.Cancellation;
import dev.tierbench.harness.trial.Manifests;
import dev.tierbench.harness.trial.NewRun;
import dev.tierbench.harness.trial.PlanLine;
import dev.tierbench.harness.trial.Terminal;
import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.Java;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.file.Path;
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

/** The command line of the sweep. */
@Command(
    name = "sweep",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    version = "tierbench sweep",
    description = {
      "Measures servers against each other over rising concurrency and leaves a run folder.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every step is PASS or WARN",
      "1:a step is FAIL, or the sweep could not start",
      "2:usage error",
      "130:interrupted; finish with --resume"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sweep --preset quick                      a look in about four minutes",
      "  sweep --preset standard --name idle-host  three trials of each server, to publish",
      "  sweep --levels 5,20 --measure 3s --warmup-cap 20s --servers netty",
      "  sweep --resume results/20260101T120000Z-idle-host"
    })
public final class SweepCommand implements Callable<Integer> {

  private static final List<String> BESIDE_RESUME = List.of("--resume", "--java", "--home");

  @Spec private CommandSpec spec;
  @Mixin private PlanOptions planOptions;

  @Option(
      names = "--tiers",
      paramLabel = "auto|local|compose",
      description =
          "Start the tiers as processes (local), or measure the containers of docker compose; auto"
              + " measures the containers when they run.")
  private TiersChoice tiers = TiersChoice.AUTO;

  @Option(names = "--name", paramLabel = "NAME", description = "Name of the run folder.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where run folders are made; default results.")
  private Path out = Path.of("results");

  @Option(
      names = "--java",
      paramLabel = "DIR",
      description = "The JDK that runs every tier; default the one that runs this.")
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
      description = "Finish the missing steps of that run folder, by its own plan.")
  private Optional<Path> resume = Optional.empty();

  @Override
  public Integer call() throws IOException {
    Optional<Manifest> earlier = earlier();
    Cancellation cancellation = new Cancellation();
    try {
      Servers known = Servers.read(home.resolve("servers"));
      Optional<ComposeProject> project = project(known, earlier);
      HttpPlan plan = earlier.map(Manifest::httpPlan).orElseGet(() -> plan(known, project));
      PlanText.lines(plan).forEach(System.out::println);
      project.ifPresent(found -> System.out.println(PlanLine.of("tiers", found.description())));
      return dryRun ? 0 : run(plan, earlier, project);
    } catch (InterruptedException e) {
      return Cancellation.EXIT_CODE;
    } finally {
      cancellation.done();
    }
  }

  /** A run that is taken up again goes on with what it began with. */
  private Optional<ComposeProject> project(Servers known, Optional<Manifest> earlier)
      throws IOException, InterruptedException {
    Optional<Manifest.Containers> before = earlier.flatMap(Manifest::containers);
    if (earlier.isPresent()) {
      TiersChoice choice = before.isPresent() ? TiersChoice.COMPOSE : TiersChoice.LOCAL;
      return choice.choose(
          Engine.DOCKER,
          before.map(Manifest.Containers::project),
          earlier.get().httpPlan().subjects());
    }
    return tiers.choose(
        Engine.DOCKER,
        Optional.ofNullable(System.getenv("COMPOSE_PROJECT_NAME")),
        checked(() -> planOptions.serverNames(known)));
  }

  private int run(HttpPlan plan, Optional<Manifest> earlier, Optional<ComposeProject> project)
      throws IOException, InterruptedException {
    Installation installation = new Installation(home.toAbsolutePath().normalize(), javaHome);
    Optional<Java> java = installation.java();
    Readiness readiness = new Readiness(installation, plan, project);
    List<Finding> findings = readiness.findings(java);
    Finding.print(findings, System.err);
    if (java.isEmpty() || !Finding.isReady(findings)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    NewRun begun = checked(() -> new NewRun(out, name.orElse(plan.common().preset())));
    Manifests manifests =
        new Manifests(
            installation,
            java.get(),
            readiness.modules(),
            project.map(found -> found.facts(plan.subjects())));
    List<Finding.Doubt> doubts = Finding.doubts(findings);
    Manifest manifest =
        earlier.isPresent()
            ? manifests.resume(earlier.get(), doubts)
            : manifests.begin(
                begun.name(),
                arguments(),
                plan,
                doubts,
                plan.windows().trace().map(trace -> TraceWindow.observer().level()));
    RunFolder folder = new RunFolder(resume.orElseGet(begun::makeFolder));
    return new Sweep(folder, manifest, installation, project, System.out)
        .run(Terminal.progress(System.err, Sweep.missingSeconds(folder, plan)));
  }

  private HttpPlan plan(Servers known, Optional<ComposeProject> project) {
    CpuTopology topology = CpuTopology.of(SystemFiles.REAL, HostFacts.REAL.cores());
    return checked(() ->
        project.isPresent()
            ? planOptions.plan(known, topology, project.get())
            : planOptions.plan(known, topology));
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
    spec.commandLine().getParseResult().matchedOptions().stream()
        .map(option -> option.longestName())
        .filter(option -> !BESIDE_RESUME.contains(option) && !option.equals("--dry-run"))
        .findFirst()
        .ifPresent(option -> {
          throw new ParameterException(
              spec.commandLine(), "--resume takes the plan of the run: drop " + option);
        });
    return Optional.of(RunJson.read(new RunFolder(resume.get()).manifest(), Manifest.class));
  }

  private List<String> arguments() {
    return spec.commandLine().getParseResult().originalArgs();
  }
}

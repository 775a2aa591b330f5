package dev.tierbench.sweep;

import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.Java;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.sweep.host.Finding;
import dev.tierbench.sweep.host.HostFacts;
import dev.tierbench.sweep.host.SystemFiles;
import dev.tierbench.sweep.plan.PlanText;
import dev.tierbench.sweep.tier.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
      "2:misuse",
      "130:interrupted; finish with --resume"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sweep --preset quick                      a look in about three minutes",
      "  sweep --preset standard --name idle-host  three trials of each server, to publish",
      "  sweep --levels 5,20 --clean 3s --warmup-cap 5s --servers netty",
      "  sweep --resume results/20260101T120000Z-idle-host"
    })
public final class SweepCommand implements Callable<Integer> {

  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final List<String> BESIDE_RESUME = List.of("--resume", "--java", "--home");

  @Spec private CommandSpec spec;
  @Mixin private PlanOptions planOptions;

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

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SweepCommand())
        .setParameterExceptionHandler(
            (e, args) -> complain(e.getCommandLine(), e.getMessage(), CommandLine.ExitCode.USAGE))
        .setExecutionExceptionHandler((e, command, parsed) -> explain(command, e));
  }

  /** What the world outside does is told in a line; a defect of the sweep needs its trace. */
  private static int explain(CommandLine command, Exception e) {
    if (!(e instanceof IOException || e instanceof UncheckedIOException)) {
      e.printStackTrace(command.getErr());
    }
    return complain(command, e.getMessage(), CommandLine.ExitCode.SOFTWARE);
  }

  private static int complain(CommandLine command, String message, int exitCode) {
    command.getErr().println("sweep: " + message);
    return exitCode;
  }

  @Override
  public Integer call() throws IOException {
    Optional<Manifest> earlier = earlier();
    Plan plan = earlier.map(Manifest::plan).orElseGet(this::plan);
    PlanText.lines(plan).forEach(System.out::println);
    if (dryRun) {
      return 0;
    }
    Cancellation cancellation = new Cancellation();
    try {
      return run(plan, earlier);
    } catch (InterruptedException e) {
      return Cancellation.EXIT_CODE;
    } finally {
      cancellation.done();
    }
  }

  private int run(Plan plan, Optional<Manifest> earlier) throws IOException, InterruptedException {
    Installation installation = new Installation(home.toAbsolutePath().normalize(), javaHome);
    Optional<Java> java = installation.java();
    List<Finding> findings = new Readiness(installation, plan).findings(java);
    Readiness.tell(findings, System.err);
    if (java.isEmpty() || !Readiness.isReady(findings)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    Manifests manifests = new Manifests(installation, java.get());
    List<Finding.Doubt> doubts = Readiness.doubts(findings);
    Manifest manifest =
        earlier.isPresent()
            ? manifests.resume(earlier.get(), doubts)
            : manifests.begin(runName(plan), words(), plan, doubts);
    RunFolder folder = new RunFolder(resume.orElseGet(() -> newFolder(manifest.name())));
    return new Sweep(folder, manifest, installation, System.out)
        .run(Terminal.progress(System.err, Sweep.missingSeconds(folder, plan)));
  }

  private Plan plan() {
    try {
      return planOptions.plan(new HostFacts(SystemFiles.REAL).cores());
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

  private List<String> words() {
    return spec.commandLine().getParseResult().originalArgs();
  }

  private String runName(Plan plan) {
    String chosen = name.orElse(plan.preset());
    if (!chosen.matches("[A-Za-z0-9._-]{1,80}")) {
      throw new ParameterException(
          spec.commandLine(), "--name: '" + chosen + "' may hold letters, digits, . _ and - only");
    }
    return chosen;
  }

  /** Never an old run's folder: of two sweeps in one second the later one stops here. */
  private Path newFolder(String runName) {
    Path folder = out.resolve(FOLDER_TIME.format(Instant.now()) + "-" + runName);
    try {
      Files.createDirectories(out);
      return Files.createDirectory(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }
}

package dev.tierbench.harness.run;

import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.run.descriptor.ShellWord;
import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that every command has that makes a run: its folder, its JDK, and what is resumed.
 */
public final class RunOptions extends InstallationOptions {

  /** Decide what is run or where, which is never taken from a run folder. */
  private static final List<String> TYPED_AGAIN =
      List.of(
          "--servers",
          "--vary",
          "--quota",
          "--memory",
          "--downstream",
          "--database",
          "--impl",
          "--hosts",
          "--context");

  private static final List<String> BESIDE_RESUME =
      Stream.concat(
              TYPED_AGAIN.stream(),
              Stream.of(
                  "--resume",
                  "--java",
                  "--home",
                  "--dry-run",
                  "--live",
                  "--heap",
                  "--ports",
                  "--echo-port",
                  "--database-port"))
          .toList();

  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private Optional<String> name = Optional.empty();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Name of the run folder; suite.sh appends the name of the suite. Default: that of"
              + " the preset.")
  void name(String typed) {
    if (!typed.matches("[A-Za-z0-9._-]{1,80}")) {
      throw wrong("--name: '" + typed + "' may hold letters, digits, . _ and - only");
    }
    name = Optional.of(typed);
  }

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where run folders are made. Default: results.")
  private Path out = Path.of("results");

  @Option(names = "--dry-run", description = "Print the plan and stop.")
  private boolean dryRun;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Finish what that run folder lacks, by its own plan. Default: a new run.")
  private Optional<Path> resume = Optional.empty();

  private Optional<RunLock> lock = Optional.empty();

  public boolean isDryRun() {
    return dryRun;
  }

  /** The name that was given, or else that of the preset. */
  String name(Plan plan) {
    String asked = name.orElse(plan.common().preset());
    return plan instanceof SuitePlan suite ? asked + "-" + suite.suite() : asked;
  }

  /** The folder that is resumed, if any. */
  public Optional<RunFolder> resumed() {
    return resume.map(RunFolder::new);
  }

  /**
   * The run in its folder, which is made unless it is resumed.
   *
   * @param now what would be written down of it if it began now
   * @throws IOException when other programs than before would run
   */
  public RunExecution run(Optional<Manifest> earlier, Manifest now) throws IOException {
    Manifest manifest = earlier.isPresent() ? Manifests.resume(earlier.get(), now) : now;
    Path folder = resume.orElseGet(() -> makeFolder(now.name()));
    RunLock owned = lock.isPresent() ? lock.get() : RunLock.of(folder);
    return new RunExecution(
        new RunFolder(folder), owned, manifest, installation(), resumeCommand(folder), System.out);
  }

  /**
   * Takes the lock of the run that is resumed, before anything of it is read or changed. A dry run
   * takes none, as it writes nothing.
   *
   * @throws IOException naming the process that writes there
   */
  private void lockResumed() throws IOException {
    if (!dryRun && Files.isDirectory(resume.orElseThrow())) {
      lock = Optional.of(RunLock.of(resume.get()));
    }
  }

  /** Gives the lock of the run that is resumed back, if any. */
  public void unlock() throws IOException {
    if (lock.isPresent()) {
      lock.get().close();
    }
  }

  /** The options that finish a run: with those that no run folder decides, as they were typed. */
  private String resumeCommand(Path folder) {
    List<String> words = new ArrayList<>(List.of("--resume", folder.toString()));
    boolean varies =
        matched()
            .anyMatch(
                option -> List.of("--vary", "--quota", "--memory").contains(option.longestName()));
    matched()
        .filter(option -> TYPED_AGAIN.contains(option.longestName()))
        .filter(option -> varies || !isPlain(option))
        .forEach(option ->
            option
                .originalStringValues()
                .forEach(value -> words.addAll(List.of(option.longestName(), value))));
    return words.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
  }

  private Stream<OptionSpec> matched() {
    return command.commandLine().getParseResult().matchedOptions().stream();
  }

  /** Whether the values are the names of what this installation describes. */
  private static boolean isPlain(OptionSpec option) {
    return List.of("--servers", "--impl").contains(option.longestName())
        && option.stringValues().stream().allMatch(Descriptors::isName);
  }

  /** Never an old run's folder: of two runs in one second the later one stops here. */
  private Path makeFolder(String runName) {
    Path folder = out.resolve(FOLDER_TIME.format(Instant.now()) + "-" + runName);
    try {
      Files.createDirectories(out);
      return Files.createDirectory(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * The manifest of the run that is resumed, which is locked from now on.
   *
   * @throws ParameterException when another option would change its plan
   * @throws IOException when it cannot be read, or when the folder holds a link, a pipe or a
   *     device, through which the run would write
   */
  public Optional<Manifest> earlier() throws IOException {
    if (resume.isEmpty()) {
      return Optional.empty();
    }
    matched()
        .map(OptionSpec::longestName)
        .filter(option -> !BESIDE_RESUME.contains(option))
        .findFirst()
        .ifPresent(option -> {
          throw wrong("--resume takes the plan of the run: drop " + option);
        });
    RunFile.requirePlain(resume.get());
    lockResumed();
    return Optional.of(RunJson.read(new RunFolder(resume.get()).manifest(), Manifest.class));
  }

  /**
   * The plan of the run that is resumed, of the kind that this command carries out.
   *
   * @throws ParameterException naming the command for the other kind
   */
  public <P extends Plan> P planOf(Manifest earlier, Class<P> kind) {
    if (!kind.isInstance(earlier.plan())) {
      String other =
          switch (earlier.plan()) {
            case HttpPlan http -> " is a sweep: ./scripts/sweep.sh --resume ";
            case SuitePlan suite ->
                " is a run of the suite " + suite.suite() + ": ./scripts/suite.sh --resume ";
          };
      throw wrong(resume.orElseThrow() + other + resume.get());
    }
    return kind.cast(earlier.plan());
  }

  /** Options that become a value. */
  public interface Parsed<T, E extends Exception> {
    T value() throws E;
  }

  /** What was parsed; what cannot be parsed is an error of usage. */
  public <T, E extends Exception> T checked(Parsed<T, E> parsed) throws E {
    try {
      return parsed.value();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /** An error of usage. */
  public ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** The command line as it was typed. */
  public List<String> arguments() {
    return command.commandLine().getParseResult().originalArgs();
  }
}

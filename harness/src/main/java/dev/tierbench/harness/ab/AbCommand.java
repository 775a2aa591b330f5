package dev.tierbench.harness.ab;

import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.harness.preflight.UserFolder;
import dev.tierbench.harness.run.Cancellation;
import dev.tierbench.harness.run.InstallationOptions;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.observer.host.child.WithheldVariables;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.ShellWord;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line of a comparison of two versions of a service. */
@Command(
    name = "ab",
    mixinStandardHelpOptions = true,
    version = "tierbench ab",
    description = {
      "Builds two versions of a service and compares them in one sweep: base, head, and base again as"
          + " the floor, in rounds until each row is decided or the budget ends."
    },
    exitCodeList = {
      "0:head is not worse, or --fail-on nothing",
      "1:head is worse, a version cannot be built, or the sweep could not start or broke off",
      "2:usage error",
      "3:head lost a level or most rounds",
      "4:worse by its rounds, but the host's speed may explain it",
      "5:with --fail-on undecided: nothing is worse, and a row is open or could not be made",
      "130:interrupted"
    })
public final class AbCommand implements Callable<Integer>, HasHelp {

  /** Results that make a CI job fail. */
  enum FailOn {
    NOTHING,
    WORSE,
    UNDECIDED
  }

  private static final String END_OF_OPTIONS = "--";

  @Parameters(
      index = "0",
      paramLabel = "BASE",
      description = "A commit, tag or branch of the service's repository, or a jar.")
  private String base;

  @Parameters(
      index = "1",
      paramLabel = "HEAD",
      description = "The same; . is the working tree with its changes.")
  private String head;

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "DESCRIPTOR",
      description =
          "The service, as docs/your-service.md describes it, and options of sweep.sh, such as"
              + " --levels.")
  private List<String> rest = List.of();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "The longest time of all rounds, as of sweep.sh. Default: 10m.")
  private String budget = "10m";

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      description = "nothing, worse or undecided, which is worse or not decided. Default: worse.")
  private FailOn failOn = FailOn.WORSE;

  @Option(
      names = "--md",
      paramLabel = "FILE",
      description = "Also write a comment for a pull request. Default: none.")
  private Optional<Path> markdown = Optional.empty();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also write JUnit XML, a test for each row. Default: none.")
  private Optional<Path> junit = Optional.empty();

  @Option(
      names = "--build-java",
      paramLabel = "DIR",
      description = "JDK that builds the versions. Default: that of the environment.")
  private Optional<Path> buildJava = Optional.empty();

  @Option(
      names = "--clean",
      description =
          "Delete the kept builds of the repository before. Default: they are used again.")
  private boolean clean;

  @Option(names = "--dry-run", description = "Print what would be built and run, and stop.")
  private boolean dryRun;

  @Mixin private final InstallationOptions installationOptions = new InstallationOptions();

  @Spec private CommandSpec spec;

  private final Function<Object, CommandLine> commandLine;

  /**
   * A command that runs a sweep.
   *
   * @param commandLine how a command takes its options
   */
  public AbCommand(Function<Object, CommandLine> commandLine) {
    this.commandLine = commandLine;
  }

  @Override
  public ProgramHelp help() {
    return AbHelp.CONTENTS;
  }

  @Override
  public Integer call() throws Exception {
    return Cancellation.interrupting(this::compare);
  }

  /** Both versions and where their programs are. */
  private record Sides(Version base, Version head, Optional<Builds> builds) {

    Path here(Version version, Path descriptor) {
      return builds
          .filter(all -> version.jar().isEmpty())
          .map(all -> all.here(version))
          .orElseGet(() -> descriptor.toAbsolutePath().normalize().getParent());
    }
  }

  private int compare() throws IOException, InterruptedException {
    Path descriptor = descriptor();
    ServerDescriptor service = Descriptors.one(descriptor, ServerDescriptor.class);
    WithheldVariables.withhold(Secrets.variables(List.of(service)));
    VersionDescriptor made = new VersionDescriptor(descriptor, service);
    Sides sides = sides(descriptor, service, made);
    List<String> notes =
        Stream.of(sides.base(), sides.head()).flatMap(side -> side.notes().stream()).toList();
    PrintStream out = System.out;
    notes.forEach(note -> out.println("note: " + note));
    if (dryRun) {
      versions(sides).forEach(version -> out.println(plan(sides, version)));
      out.println("sweep " + words(sweep("base.yml", "head.yml")));
      return CommandLine.ExitCode.OK;
    }
    try (BuildUse use = new BuildUse()) {
      return measure(service.model(), sides, build(sides, made, use, out), notes, out);
    }
  }

  private int measure(String model, Sides sides, Path written, List<String> notes, PrintStream out)
      throws IOException, InterruptedException {
    SweepCommand sweep = new SweepCommand();
    int exitCode =
        commandLine
            .apply(sweep)
            .execute(
                sweep(
                        written.resolve("base.yml").toString(),
                        written.resolve("head.yml").toString())
                    .toArray(String[]::new));
    if (sweep.folder().isEmpty() || exitCode == Cancellation.EXIT_CODE) {
      return exitCode;
    }
    String title = "%s: %s against %s".formatted(model, sides.head().label(), sides.base().label());
    List<String> all = new ArrayList<>(notes);
    sweep.brokenOff().ifPresent(reason -> all.add("the sweep broke off: " + reason));
    int answer =
        new Answer(
                installationOptions.installation(),
                sweep.folder().get(),
                failOn.name().toLowerCase(Locale.ROOT))
            .give(out, new Answer.Comment(model, title, all), markdown, junit);
    return answer == CommandLine.ExitCode.OK && sweep.brokenOff().isPresent()
        ? CommandLine.ExitCode.SOFTWARE
        : answer;
  }

  private Path descriptor() {
    List<String> words =
        rest.getFirst().equals(END_OF_OPTIONS) ? rest.subList(1, rest.size()) : rest;
    if (words.isEmpty() || words.getFirst().startsWith("-")) {
      throw wrong("expected a descriptor after --, such as orders.yml");
    }
    Path file = Path.of(words.getFirst());
    String name = file.toString();
    if (!name.endsWith(Descriptors.SUFFIX) || !Files.isRegularFile(file)) {
      throw wrong(
          "'" + file + "' is no descriptor: expected a file NAME.yml, see docs/your-service.md");
    }
    rest = words.subList(1, words.size());
    return file;
  }

  private Sides sides(Path descriptor, ServerDescriptor service, VersionDescriptor made)
      throws IOException, InterruptedException {
    boolean jars = Version.isJar(base);
    if (jars != Version.isJar(head)) {
      throw wrong("BASE and HEAD are two jars, or two commits of one repository");
    }
    try {
      made.requireVersions(jars);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    if (jars) {
      return new Sides(Version.ofJar(base), Version.ofJar(head), Optional.empty());
    }
    GitRepository repository =
        GitRepository.of(descriptor.toAbsolutePath().normalize().getParent());
    Builds builds =
        Builds.of(
            repository,
            kept(),
            descriptor.toRealPath(),
            service.buildCommand(),
            buildJava.map(home -> home.toAbsolutePath().normalize()));
    return new Sides(
        Version.of(base, repository), Version.of(head, repository), Optional.of(builds));
  }

  /** The folder of what is kept between comparisons. */
  private static Path kept() {
    return UserFolder.CACHE.in(System.getenv()).resolve("ab");
  }

  private static List<Version> versions(Sides sides) {
    return Stream.of(sides.base(), sides.head()).distinct().toList();
  }

  private static String plan(Sides sides, Version version) {
    return "build "
        + sides
            .builds()
            .map(builds -> builds.plan(version))
            .orElseGet(() -> "none: " + version.label());
  }

  /** Builds what was not built before; returns the folder with both descriptors. */
  private Path build(Sides sides, VersionDescriptor made, BuildUse use, PrintStream out)
      throws IOException, InterruptedException {
    if (sides.builds().isPresent()) {
      Builds builds = sides.builds().get();
      if (clean) {
        builds.clean();
      }
      for (Version version : versions(sides)) {
        builds.make(version, use, out);
      }
    }
    Path folder =
        kept()
            .resolve("descriptors")
            .resolve(
                Builds.key(
                    List.of(
                        made.file().toAbsolutePath().normalize().toString(),
                        sides.base().id(),
                        sides.head().id())));
    Path unused = made.write(sides.base(), sides.here(sides.base(), made.file()), folder, "base");
    unused = made.write(sides.head(), sides.here(sides.head(), made.file()), folder, "head");
    return folder;
  }

  /** The words of the sweep; what is typed after the descriptor comes in place of the defaults. */
  private List<String> sweep(String baseFile, String headFile) {
    boolean counted = isTyped("--trials") || isTyped("--consecutive") || isTyped("--until");
    List<String> until = counted ? List.of() : List.of("--until", "decided");
    boolean budgeted = counted || isTyped("--budget");
    return Stream.of(
            List.of("--home", installationOptions.folder("").toString()),
            List.of("--java", installationOptions.installation().javaHome().toString()),
            List.of("--servers", baseFile + "," + headFile, "--aa"),
            until,
            budgeted ? List.<String>of() : List.of("--budget", budget),
            isTyped("--name") ? List.<String>of() : List.of("--name", "ab"),
            rest)
        .flatMap(List::stream)
        .toList();
  }

  private boolean isTyped(String option) {
    return rest.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
  }

  private static String words(List<String> words) {
    return words.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}

package dev.tierbench.harness.preflight;

import dev.tierbench.cli.ProgramVersion;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.plan.Manifest.Jar;
import dev.tierbench.run.plan.Manifest.Java;
import dev.tierbench.run.plan.Manifest.Source;
import dev.tierbench.run.plan.Manifest.Tool;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The programs of a run.
 *
 * @param home the folder of the modules, each with its built jar; or of a distribution, which has
 *     all jars in one folder
 * @param javaHome the JDK of every JVM that is measured
 */
public record Installation(Path home, Path javaHome) {

  /** What every child is started with, and what counts threads, where it is. */
  private static final Duration GIT = Duration.ofSeconds(10);

  private static final List<String> TOOLS =
      List.of("setsid", "setpriv", "taskset", "bpftrace", "perf", "pidstat");

  /** The file of a distribution that says what it was built from. */
  private static final String BUILD = "build.properties";

  /** The program of a module; one that is a library too has it in a jar of its own. */
  public Path jar(String module) {
    Path distributed = home.resolve("jars").resolve(module + ".jar");
    if (Files.exists(distributed)) {
      return distributed;
    }
    Path target = home.resolve(module).resolve("target");
    Path apart = target.resolve(module + "-exec.jar");
    return Files.exists(apart) ? apart : target.resolve(module + ".jar");
  }

  public Path javaProgram() {
    return javaHome.resolve("bin/java");
  }

  /** The words that run the jar of a module. */
  public List<String> command(List<String> jvmOptions, String module, List<String> arguments) {
    return Stream.of(
            List.of(javaProgram().toString()),
            jvmOptions,
            List.of("-jar", jar(module).toString()),
            arguments)
        .flatMap(List::stream)
        .toList();
  }

  /** The JVM's own properties; empty when it does not run, or does not state its version. */
  public Optional<Java> java() throws InterruptedException {
    return Command.output(
            List.of(javaProgram().toString(), "-XshowSettings:properties", "-version"))
        .flatMap(text -> property(text, "java.version").map(version -> java(version, text)));
  }

  private Java java(String version, String properties) {
    return new Java(
        javaHome.toString(),
        version,
        stated(properties, "java.vendor"),
        stated(properties, "java.vm.name") + " " + stated(properties, "java.vm.version"));
  }

  private static String stated(String text, String name) {
    return property(text, name).orElse("unknown");
  }

  private static Optional<String> property(String text, String name) {
    return text.lines()
        .map(String::strip)
        .filter(line -> line.startsWith(name + " = "))
        .map(line -> line.substring(name.length() + " = ".length()))
        .findFirst();
  }

  /** The tools and their versions; one that is not there has none. */
  public static List<Tool> tools() throws InterruptedException {
    List<Tool> tools = new ArrayList<>();
    for (String tool : TOOLS) {
      String version = tool.equals("pidstat") ? "-V" : "--version";
      tools.add(new Tool(tool, Command.firstLine(List.of(tool, version))));
    }
    return tools;
  }

  /** Whether that is a tool of every run. */
  public static boolean isTool(String name) {
    return TOOLS.contains(name);
  }

  /**
   * The commit that the modules were built from, when they lie in a git work tree, and whether that
   * has changes besides its documents, in which results are kept.
   */
  public Source source() throws IOException, InterruptedException {
    Path build = home.resolve(BUILD);
    if (Files.exists(build)) {
      Properties properties = new Properties();
      try (Reader text = Files.newBufferedReader(build)) {
        properties.load(text);
      }
      return new Source(
          Optional.ofNullable(properties.getProperty("commit")),
          Optional.ofNullable(properties.getProperty("changes")).map(Boolean::valueOf),
          ProgramVersion.build());
    }
    return new Source(
        git("rev-parse", "HEAD"),
        git("status", "--porcelain", "--", ".", ":!docs").map(changes -> !changes.isEmpty()),
        ProgramVersion.build());
  }

  /** What git says of the folder, without its warnings; empty where there is no work tree. */
  private Optional<String> git(String... words) throws InterruptedException {
    Stream<String> command =
        Stream.concat(Stream.of("git", "-C", home.toString()), Stream.of(words));
    try {
      return Optional.of(Command.answer(command.toList(), GIT));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What distinguishes the jars of these modules from others of the same name. */
  public List<Jar> fingerprints(List<String> modules) throws IOException {
    List<Jar> jars = new ArrayList<>();
    for (String module : modules) {
      jars.add(new Jar(module, Sha256.of(jar(module))));
    }
    return jars;
  }
}

package dev.tierbench.harness;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder of modules in place of an installation, and commands of the harness as processes on it.
 *
 * @param mark text that the command line of every process which the harness starts here contains
 */
public record FakeHome(Path root, String mark) {

  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final long LIMIT_SECONDS = 90;

  /** Returns where the jar of a module is looked for. */
  public Path jar(String module) {
    return root.resolve(module).resolve("target").resolve(module + ".jar");
  }

  /** Writes a jar that runs a class of the tests. */
  public void jar(String module, Class<?> main) throws IOException {
    jar(
        module,
        Map.of(Attributes.Name.MAIN_CLASS, main.getName()),
        Stream.of(CLASS_PATH.split(File.pathSeparator, -1)).map(Path::of));
  }

  /** Writes a jar without classes whose class path is that. */
  public void jar(String module, Path... classPath) throws IOException {
    jar(module, Map.of(), Stream.of(classPath));
  }

  private void jar(String module, Map<Attributes.Name, String> attributes, Stream<Path> classPath)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach(main::put);
    main.put(
        Attributes.Name.CLASS_PATH,
        classPath
            .map(entry -> entry.toAbsolutePath().normalize().toUri().toString())
            .collect(Collectors.joining(" ")));
    Files.createDirectories(jar(module).getParent());
    try (OutputStream file = Files.newOutputStream(jar(module))) {
      new JarOutputStream(file, manifest).close();
    }
  }

  public Path results() {
    return root.resolveSibling("results");
  }

  /** The only run folder. */
  public Path run() throws IOException {
    try (Stream<Path> runs = Files.list(results())) {
      return runs.findFirst().orElseThrow();
    }
  }

  public String log() throws IOException {
    return Files.readString(root.resolve("sweep.log"));
  }

  /** Starts the sweep; the JVMs of the tiers are interpreted, so that no JIT disturbs a verdict. */
  public Process sweep(String... options) throws IOException {
    return sweepOn(System.getenv("PATH"), options);
  }

  /** The same with another PATH. */
  public Process sweepOn(String path, String... options) throws IOException {
    return start("sweep", Map.of("JAVA_TOOL_OPTIONS", "-Xint", "PATH", path), options);
  }

  /** Starts a command of the harness as it is. */
  public Process start(String command, String... options) throws IOException {
    return start(command, Map.of(), options);
  }

  /** The same with more variables in its environment. */
  public Process start(String what, Map<String, String> environment, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    // Where the tests run in the background SIGINT is ignored, and a JVM would inherit that.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmixed", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp", CLASS_PATH));
    command.addAll(List.of(HarnessProgram.class.getName(), what, "--home", root.toString()));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    builder.environment().remove("COMPOSE_PROJECT_NAME");
    builder.environment().put("XDG_CACHE_HOME", root.resolve("cache").toString());
    builder.environment().put("XDG_STATE_HOME", root.resolveSibling("state").toString());
    return builder.redirectOutput(root.resolve("sweep.log").toFile()).start();
  }

  public int exitCode(Process sweep) throws InterruptedException, IOException {
    if (!sweep.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      sweep.destroyForcibly();
      throw new AssertionError("it did not end:\n" + log());
    }
    return sweep.exitValue();
  }

  /** Returns the processes that the harness started here and that are alive. */
  public List<ProcessHandle> processes() {
    return running(mark);
  }

  /** Returns the processes that are alive and whose command line contains a text. */
  public static List<ProcessHandle> running(String text) {
    return ProcessHandle.allProcesses()
        .filter(process -> commandLine(process).contains(text) && process.isAlive())
        .toList();
  }

  public static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
    } catch (IOException gone) {
      return "";
    }
  }

  /** Waits for a line of the sweep that begins so. */
  public String awaitLine(Process sweep, String start) throws InterruptedException, IOException {
    for (long i = 0; sweep.isAlive() && i < LIMIT_SECONDS * 20; i++) {
      Optional<String> line = log().lines().filter(each -> each.startsWith(start)).findFirst();
      if (line.isPresent()) {
        return line.get();
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no line '" + start + "':\n" + log());
  }

  /** Waits until a file of a run has that text. */
  public void awaitText(Process sweep, String file, String text)
      throws InterruptedException, IOException {
    for (long i = 0; sweep.isAlive() && i < LIMIT_SECONDS * 20; i++) {
      Path path = Files.exists(results()) ? run().resolve(file) : results();
      if (Files.isRegularFile(path) && Files.readString(path).contains(text)) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no '" + text + "' in " + file + ":\n" + log());
  }

  /** Waits for a process whose command line contains both texts. */
  public ProcessHandle await(Process sweep, String jar, String detail)
      throws InterruptedException, IOException {
    Predicate<ProcessHandle> wanted =
        process -> commandLine(process).contains(jar) && commandLine(process).contains(detail);
    for (long i = 0; sweep.isAlive() && i < LIMIT_SECONDS * 20; i++) {
      List<ProcessHandle> found = processes().stream().filter(wanted).toList();
      if (!found.isEmpty()) {
        return found.getFirst();
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no " + jar + " with " + detail + " came up:\n" + log());
  }

  /** Waits until no process is left, and says what is when one is. */
  public List<String> leftOver() throws InterruptedException {
    for (int i = 0; i < 100 && !processes().isEmpty(); i++) {
      Thread.sleep(50);
    }
    return processes().stream().map(FakeHome::commandLine).toList();
  }

  public static void signal(String name, ProcessHandle process)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /** Moves all threads of a process, as an operator might. */
  public static void move(ProcessHandle process, String cores)
      throws IOException, InterruptedException {
    Process taskset =
        new ProcessBuilder("taskset", "-a", "-c", "-p", cores, String.valueOf(process.pid()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (taskset.waitFor() != 0) {
      throw new IOException("cannot move process " + process.pid() + " to cores " + cores);
    }
  }
}

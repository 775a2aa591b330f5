package dev.tierbench.harness.http;

import dev.tierbench.harness.HarnessProgram;
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

/** A folder of modules whose jars run the fakes, and the sweep as a process of its own on it. */
record FakeHome(Path root) {

  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final long LIMIT_SECONDS = 90;

  static FakeHome in(Path folder) throws IOException {
    FakeHome home = new FakeHome(folder.resolve("home"));
    home.jar("echo-server", FakeTiers.Echo.class);
    home.jar("tomcat-server", FakeTiers.Server.class);
    home.jar("netty-server", FakeTiers.Server.class);
    home.jar("loadgen", FakeLoadgen.class);
    home.jar("report", FakeReport.class);
    Path servers = Files.createDirectories(home.root().resolve("servers"));
    try (Stream<Path> files = Files.list(Path.of("../servers"))) {
      for (Path file : files.toList()) {
        Files.copy(file, servers.resolve(file.getFileName()));
      }
    }
    return home;
  }

  Path jar(String module) {
    return root.resolve(module).resolve("target").resolve(module + ".jar");
  }

  void jar(String module, Class<?> main) throws IOException {
    Path jar = jar(module);
    Files.createDirectories(jar.getParent());
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Stream.of(CLASS_PATH.split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
  }

  Path results() {
    return root.resolveSibling("results");
  }

  /** The only run folder. */
  Path run() throws IOException {
    try (Stream<Path> runs = Files.list(results())) {
      return runs.findFirst().orElseThrow();
    }
  }

  String log() throws IOException {
    return Files.readString(root.resolve("sweep.log"));
  }

  /** Starts the sweep; the JVMs of the tiers are interpreted, so that no JIT disturbs a verdict. */
  Process sweep(String... options) throws IOException {
    return sweepOn(System.getenv("PATH"), options);
  }

  /** The same with another PATH. */
  Process sweepOn(String path, String... options) throws IOException {
    return start("sweep", Map.of("JAVA_TOOL_OPTIONS", "-Xint", "PATH", path), options);
  }

  /** Starts a command of the harness as it is. */
  Process start(String command, String... options) throws IOException {
    return start(command, Map.of(), options);
  }

  /** The same with more variables in its environment. */
  Process start(String what, Map<String, String> environment, String... options)
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

  int exitCode(Process sweep) throws InterruptedException, IOException {
    if (!sweep.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      sweep.destroyForcibly();
      throw new AssertionError("the sweep did not end:\n" + log());
    }
    return sweep.exitValue();
  }

  /** Processes that run one of the fake jars. */
  List<ProcessHandle> tiers() {
    return ProcessHandle.allProcesses().filter(this::isTier).toList();
  }

  private boolean isTier(ProcessHandle process) {
    return commandLine(process).contains("-jar\0" + root) && process.isAlive();
  }

  static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
    } catch (IOException gone) {
      return "";
    }
  }

  /** Waits for a line of the sweep that begins so. */
  String awaitLine(Process sweep, String start) throws InterruptedException, IOException {
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
  void awaitText(Process sweep, String file, String text) throws InterruptedException, IOException {
    for (long i = 0; sweep.isAlive() && i < LIMIT_SECONDS * 20; i++) {
      Path path = Files.exists(results()) ? run().resolve(file) : results();
      if (Files.isRegularFile(path) && Files.readString(path).contains(text)) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no '" + text + "' in " + file + ":\n" + log());
  }

  /** Waits for a tier whose command line holds both texts. */
  ProcessHandle await(Process sweep, String jar, String detail)
      throws InterruptedException, IOException {
    Predicate<ProcessHandle> wanted =
        tier -> commandLine(tier).contains(jar) && commandLine(tier).contains(detail);
    for (long i = 0; sweep.isAlive() && i < LIMIT_SECONDS * 20; i++) {
      List<ProcessHandle> found = tiers().stream().filter(wanted).toList();
      if (!found.isEmpty()) {
        return found.getFirst();
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no " + jar + " with " + detail + " came up:\n" + log());
  }

  /** Waits until no tier is left, and says what is when one is. */
  List<String> leftOver() throws InterruptedException {
    for (int i = 0; i < 100 && !tiers().isEmpty(); i++) {
      Thread.sleep(50);
    }
    return tiers().stream().map(FakeHome::commandLine).toList();
  }

  static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /** Moves all threads of a process, as an operator might. */
  static void move(ProcessHandle process, String cores) throws IOException, InterruptedException {
    Process taskset =
        new ProcessBuilder("taskset", "-a", "-c", "-p", cores, String.valueOf(process.pid()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (taskset.waitFor() != 0) {
      throw new IOException("cannot move process " + process.pid() + " to cores " + cores);
    }
  }
}

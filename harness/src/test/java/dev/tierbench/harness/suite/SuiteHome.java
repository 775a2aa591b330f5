package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.harness.HarnessProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder of modules whose jars lead to the built ones and to the implementations with seeded
 * faults, and the suite as a process of its own on it.
 */
record SuiteHome(Path root) {

  private static final long LIMIT_SECONDS = 90;
  private static final Path JAVA_MODULE = Path.of("../suite-java/target");
  private static final Path ECHO_JAR = Path.of("../echo-server/target/echo-server.jar");
  private static final Path KOTLIN_MODULE = Path.of("../suite-kotlin/target");

  static SuiteHome in(Path folder) throws IOException {
    SuiteHome home = new SuiteHome(folder.resolve("home"));
    home.jar(
        "suite-java",
        JAVA_MODULE.resolve("suite-java.jar"),
        JAVA_MODULE.resolve("suite-java-tests.jar"));
    home.jar("suite-kotlin", KOTLIN_MODULE.resolve("suite-kotlin.jar"));
    home.copyEcho();
    home.descriptor(
        "sleeps",
        "faulty-drops-one",
        "faulty-swallows",
        "faulty-pool",
        "faulty-prints",
        "faulty-throws");
    home.descriptor("tasks");
    home.descriptor("streams", "faulty-drops-one", "faulty-swallows", "faulty-prints");
    return home;
  }

  private void copyEcho() throws IOException {
    requireBuilt(ECHO_JAR);
    Files.copy(ECHO_JAR, place("echo-server"));
  }

  /** Without the jars a test is skipped, but where they were just built it fails. */
  private static void requireBuilt(Path jar) {
    String missing = jar + " is missing: mvn -DskipTests package";
    if (Boolean.getBoolean("tierbench.jars")) {
      assertThat(jar).as(missing).isReadable();
    }
    assumeTrue(Files.isReadable(jar), missing);
  }

  /** Where the jar of a module is looked for. */
  private Path place(String module) throws IOException {
    Path jar = root.resolve(module).resolve("target").resolve(module + ".jar");
    Files.createDirectories(jar.getParent());
    return jar;
  }

  /** A jar without classes whose class path is that of others. */
  private void jar(String module, Path... others) throws IOException {
    Stream.of(others).forEach(SuiteHome::requireBuilt);
    Path jar = place(module);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(others)
                .map(other -> other.toAbsolutePath().normalize().toUri().toString())
                .collect(Collectors.joining(" ")));
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
  }

  /** The repository's, with a small heap and more implementations on two threads. */
  private void descriptor(String suite, String... more) throws IOException {
    String text = Files.readString(Path.of("../suites", suite + ".yml"));
    String added =
        Stream.of(more)
            .map(name -> "  " + name + ": {threads: \"2\"}\n")
            .collect(Collectors.joining("", "implementations:\n", ""));
    Path folder = Files.createDirectories(root.resolve("suites"));
    Files.writeString(
        folder.resolve(suite + ".yml"),
        text.replaceFirst("heap: \\dg", "heap: 512m")
            .replaceFirst("(?m)^implementations:\n", added));
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
    return Files.readString(root.resolve("suite.log"));
  }

  /** Starts the suite. */
  Process suite(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    // Where the tests run in the background SIGINT is ignored, and a JVM would inherit that.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(HarnessProgram.class.getName(), "suite", "--home", root.toString()));
    command.addAll(List.of(options));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(root.resolve("suite.log").toFile())
        .start();
  }

  int exitCode(Process suite) throws InterruptedException, IOException {
    if (!suite.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      suite.destroyForcibly();
      throw new AssertionError("the suite did not end:\n" + log());
    }
    return suite.exitValue();
  }

  /** The JVMs that run jars of this folder: workers, hosts of JMH and their forks. */
  List<ProcessHandle> workers() {
    return running("suite-java");
  }

  List<ProcessHandle> running(String module) {
    String jar = root.resolve(module).toString();
    return ProcessHandle.allProcesses()
        .filter(process -> process.isAlive() && commandLine(process).contains(jar))
        .toList();
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"))
          .replace('\0', ' ');
    } catch (IOException gone) {
      return "";
    }
  }

  /** Waits for a worker whose command line has that text. */
  void awaitWorker(Process suite, String text) throws InterruptedException, IOException {
    for (long i = 0; suite.isAlive() && i < LIMIT_SECONDS * 20; i++) {
      if (workers().stream().anyMatch(worker -> commandLine(worker).contains(text))) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("no worker with " + text + " came up:\n" + log());
  }

  /** Waits until no worker is left, and says what is when one is. */
  List<String> leftOver() throws InterruptedException {
    for (int i = 0; i < 100 && !workers().isEmpty(); i++) {
      Thread.sleep(50);
    }
    return workers().stream().map(SuiteHome::commandLine).toList();
  }

  static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }
}

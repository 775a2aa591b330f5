package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.harness.FakeHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes an installation whose jars lead to the built ones and to the implementations with seeded
 * faults.
 */
final class SuiteHome {
  private SuiteHome() {}

  private static final Path JAVA_MODULE = Path.of("../suite-java/target");
  private static final Path ECHO_JAR = Path.of("../echo-server/target/echo-server.jar");
  private static final Path KOTLIN_MODULE = Path.of("../suite-kotlin/target");

  /** The processes of this home are workers, hosts of JMH and their forks. */
  static FakeHome in(Path folder) throws IOException {
    Path root = folder.resolve("home");
    FakeHome home = new FakeHome(root, root.resolve("suite-java").toString());
    jar(
        home,
        "suite-java",
        JAVA_MODULE.resolve("suite-java.jar"),
        JAVA_MODULE.resolve("suite-java-tests.jar"));
    jar(home, "suite-kotlin", KOTLIN_MODULE.resolve("suite-kotlin.jar"));
    requireBuilt(ECHO_JAR);
    Files.createDirectories(home.jar("echo-server").getParent());
    Files.copy(ECHO_JAR, home.jar("echo-server"));
    descriptor(
        root,
        "sleeps",
        "faulty-drops-one",
        "faulty-swallows",
        "faulty-pool",
        "faulty-prints",
        "faulty-throws");
    descriptor(root, "tasks");
    descriptor(root, "streams", "faulty-drops-one", "faulty-swallows", "faulty-prints");
    return home;
  }

  private static void jar(FakeHome home, String module, Path... built) throws IOException {
    Stream.of(built).forEach(SuiteHome::requireBuilt);
    home.jar(module, built);
  }

  /** Without the jars a test is skipped, but where they were just built it fails. */
  private static void requireBuilt(Path jar) {
    String missing = jar + " is missing: mvn -DskipTests package";
    if (Boolean.getBoolean("tierbench.jars")) {
      assertThat(jar).as(missing).isReadable();
    }
    assumeTrue(Files.isReadable(jar), missing);
  }

  /** The repository's, with a small heap and more implementations on two threads. */
  private static void descriptor(Path root, String suite, String... more) throws IOException {
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
}

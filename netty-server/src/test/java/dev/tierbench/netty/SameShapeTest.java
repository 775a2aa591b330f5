package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not the concurrency model is the same, line by line, in the blocking server. */
class SameShapeTest {
  private static final String FOLDER = "src/%s/java/dev/tierbench/%s/%s.java";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EchoSettings",
        "InvalidSetting",
        "EchoFailure",
        "ErrorAdvice",
        "HealthController",
        "StartFailure",
        "Settings",
        "Workload",
        "Spin"
      })
  void theSharedClassesDifferInTheirPackageOnly(String name) throws IOException {
    assertThat(ours("main", name)).isEqualTo(theirs("main", name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"EchoStub", "Sockets", "ServerContractTest", "EchoRestartTest"})
  void theContractTestsDifferInTheirPackageOnly(String name) throws IOException {
    assertThat(ours("test", name)).isEqualTo(theirs("test", name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"EchoStub", "ServerContractTest"})
  void theFloorIsHeldToTheSameContract(String name) throws IOException {
    assertThat(floors("test", name)).isEqualTo(ours("test", name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Workload", "Spin", "Calls"})
  void theFloorDoesTheSameWork(String name) throws IOException {
    assertThat(floors("main", name)).isEqualTo(ours("main", name));
  }

  private static String floors(String kind, String name) throws IOException {
    return Files.readString(
            Path.of("../floor-server").resolve(FOLDER.formatted(kind, "floor", name)))
        .replace("dev.tierbench.floor", "PACKAGE");
  }

  private static String ours(String kind, String name) throws IOException {
    return Files.readString(Path.of(FOLDER.formatted(kind, "netty", name)))
        .replace("dev.tierbench.netty", "PACKAGE");
  }

  private static String theirs(String kind, String name) throws IOException {
    return Files.readString(
            Path.of("../tomcat-server").resolve(FOLDER.formatted(kind, "tomcat", name)))
        .replace("dev.tierbench.tomcat", "PACKAGE");
  }
}

package dev.tierbench.harness.tier.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiddenVariablesTest {

  private static final ServerCommand COMMAND =
      new ServerCommand(
          List.of("java", "-jar", "app.jar"),
          Map.of("DB_PASSWORD", "S3CRET $x 'y' \"z\"", "POOL", "7"),
          Set.of("DB_PASSWORD"));

  @TempDir Path folder;

  private static HostDescriptor host(Optional<String> ssh, Optional<String> context) {
    return new HostDescriptor(
        "far",
        Tier.SERVER,
        context,
        ssh,
        Optional.of("192.0.2.1"),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void noCommandLineToAnotherHostHasASecret() {
    HostTransport ssh =
        HostTransport.to(
            host(Optional.of("me@far"), Optional.empty()), module -> Path.of("pom.xml"));
    HostTransport docker =
        HostTransport.to(host(Optional.empty(), Optional.of("far")), module -> Path.of("pom.xml"));
    for (HostTransport transport : List.of(ssh, docker)) {
      ChildCommand child =
          transport.tier(Optional.of("tomcat-server"), COMMAND, "t", folder.resolve("log"));
      assertThat(String.join(" ", child.program()))
          .contains("POOL=7")
          .doesNotContain("S3CRET")
          .doesNotContain("DB_PASSWORD");
    }
  }

  @Test
  void aValueOfSeveralLinesIsRefusedByName() {
    ServerCommand command =
        new ServerCommand(List.of("x"), Map.of("KEY", "S3CRET\nmore"), Set.of("KEY"));
    assertThatThrownBy(() -> HiddenVariables.handedOver(command, List.of("x"), folder))
        .hasMessageContaining("env KEY: ")
        .message()
        .doesNotContain("S3CRET");
  }

  /** The two shells, without the way between their hosts. */
  @Tag("process")
  @Test
  void theProgramHasThemInItsEnvironmentAndTheWayThereHasNot() throws Exception {
    Path log = folder.resolve("log");
    String way = "tr '\\0' '\\n' </proc/$$/environ | grep -c S3CRET; exec \"$@\"";
    String program = "printf '%s|%s' \"$DB_PASSWORD\" \"$(cat)\"";
    ChildCommand command =
        HiddenVariables.handedOver(
            COMMAND,
            List.of(
                "sh",
                "-c",
                way,
                "way",
                "sh",
                "-c",
                HiddenVariables.RECEIVE,
                "receive",
                "sh",
                "-c",
                program),
            log);
    try (ChildProcess child = ChildProcess.start(command)) {
      assertThat(child.await(Duration.ofSeconds(20))).isZero();
    }
    assertThat(log).content().isEqualTo("0\nS3CRET $x 'y' \"z\"|");
  }
}

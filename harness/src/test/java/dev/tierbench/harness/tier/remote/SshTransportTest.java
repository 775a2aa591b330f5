package dev.tierbench.harness.tier.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the shell of another host is told, run by the one here. */
@Tag("process")
class SshTransportTest {

  @TempDir Path folder;
  private SshTransport transport;
  private Path jar;

  @BeforeEach
  void host() throws IOException {
    Files.writeString(folder.resolve("module.jar"), "as built");
    transport =
        new SshTransport(
            new HostDescriptor(
                "server",
                Tier.SERVER,
                Optional.empty(),
                Optional.of("there"),
                Optional.of("10.0.0.2"),
                Optional.empty(),
                Optional.empty()),
            module -> folder.resolve("module.jar"));
    jar = folder.resolve("home").resolve(transport.jar("tomcat-server"));
    Files.createDirectories(jar.getParent());
  }

  private ChildCommand tier() {
    ServerCommand echo = new ServerCommand(List.of("echo", "it runs"), Map.of());
    return transport.tier(Optional.of("tomcat-server"), echo, "token", folder.resolve("log"));
  }

  /** What the host there prints, whose user has that home. */
  private String there(ChildCommand command) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("sh", "-c", command.program().getLast())
            .directory(folder.resolve("home").toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int unused = shell.waitFor();
    return printed.strip();
  }

  @Test
  void aJarThatWasReplacedThereIsNotRun() throws Exception {
    Files.writeString(jar, "as built");
    assertThat(there(tier())).isEqualTo("it runs");
    Files.writeString(jar, "as replaced");
    assertThat(there(tier())).contains("is not what was sent").doesNotContain("it runs");
    Files.delete(jar);
    assertThat(there(tier())).contains("is not what was sent");
  }

  @Test
  void aCommandOfItsOwnNeedsNoJarThere() throws Exception {
    ServerCommand echo =
        new ServerCommand(
            List.of("sh", "-c", "echo \"$GREETING from $TIERBENCH_TOKEN\""),
            Map.of("GREETING", "hello"));
    ChildCommand command = transport.tier(Optional.empty(), echo, "token", folder.resolve("log"));
    assertThat(there(command)).isEqualTo("hello from token");
    assertThat(folder.resolve("home/.cache/tierbench/token.pid")).exists();
  }

  @Test
  void whatIsLeftThereIsTheUsersOwn() throws Exception {
    Files.writeString(jar, "as built");
    assertThat(there(tier())).isEqualTo("it runs");
    Path pid = folder.resolve("home/.cache/tierbench/token.pid");
    assertThat(pid).exists();
    assertThat(Files.getPosixFilePermissions(pid)).hasToString("[OWNER_READ, OWNER_WRITE]");
  }

  @Test
  void noKeyAndNoPortIsLentToTheHost() {
    assertThat(tier().program()).contains("-a", "-x", "ClearAllForwardings=yes");
    assertThat(transport.agent(folder.resolve("log")).program())
        .contains("-a", "-x", "ClearAllForwardings=yes");
  }
}

package dev.tierbench.harness.tier.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.observer.agent.AgentRequest;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.measured.HostSnapshot;
import dev.tierbench.observer.measured.MeasuredProcess;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host whose agent is a process of this one: all but the way to it is real. */
@Tag("process")
@Timeout(60)
class RemoteHostTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path folder;

  private Optional<RemoteHost> host = Optional.empty();

  @AfterEach
  void end() throws InterruptedException {
    if (host.isPresent()) {
      host.get().close();
    }
  }

  /** Programs that a shell here starts. */
  private record Here(Path folder, List<String> agentProgram) implements HostTransport {
    @Override
    public Manifest.Jar bring(String module, PrintStream out) {
      return new Manifest.Jar(module, "");
    }

    @Override
    public ChildCommand agent(Path log) {
      return ChildCommand.tool(agentProgram, Redirect.PIPE, log);
    }

    @Override
    public ChildCommand tier(
        Optional<String> module, ServerCommand command, String token, Path log) {
      return ChildCommand.tool(command.program(), Redirect.appendTo(log.toFile()), log)
          .with(Map.of(AgentRequest.TOKEN, token));
    }

    @Override
    public ChildCommand generator(List<String> program, String token, Path log) {
      return ChildCommand.tool(program, Redirect.PIPE, log);
    }

    @Override
    public void fetchOutput(String token, Path to) {}

    @Override
    public Optional<String> id(String token) {
      return Optional.empty();
    }

    @Override
    public boolean mayHaveBroken(int exitCode) {
      return false;
    }

    @Override
    public void kill(String token) {}

    @Override
    public String java() {
      return JAVA;
    }

    @Override
    public String jar(String module) {
      return module;
    }
  }

  private RemoteHost host(String... agent) {
    HostDescriptor descriptor =
        new HostDescriptor(
            "server",
            Tier.SERVER,
            Optional.empty(),
            Optional.of("here"),
            Optional.of("127.0.0.1"),
            Optional.empty(),
            Optional.empty());
    RemoteHost made =
        new RemoteHost(descriptor, new Here(folder, List.of(agent)), folder.resolve("agent.log"));
    host = Optional.of(made);
    return made;
  }

  private RemoteHost withAgent() throws IOException, InterruptedException {
    RemoteHost made =
        host(
            JAVA,
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.tierbench.observer.program.ObserverProgram",
            "agent");
    AgentLink unused = made.connect();
    return made;
  }

  @Test
  void whatIsWatchedIsMeasuredByTheAgent() throws Exception {
    RemoteHost made = withAgent();
    long own = ProcessHandle.current().pid();
    made.watch(new MeasuredProcess(Tier.SERVER, "this-test", own, Optional.empty(), false));
    HostSnapshot before = made.snapshot();
    HostSnapshot after = made.snapshot();
    assertThat(after.nanoTime()).isGreaterThan(before.nanoTime());
    assertThat(after.times().get("this-test").cpu()).isPresent();
    assertThat(after.network()).isPresent();
    assertThat(made.process("this-test").threads()).isPresent();
    assertThat(made.process("this-test").threadsByCores()).isNotEmpty();
    assertThat(made.state().cores()).isEqualTo(OwnProcess.REAL.cores().text());
    assertThat(made.roundTrip(0).minMs()).isPositive();
    assertThat(made.longestSilenceNs()).isPresent();
  }

  @Test
  void whatTheAgentCannotDoItSaysAndGoesOn() throws Exception {
    RemoteHost made = withAgent();
    assertThatThrownBy(() -> made.process("nobody"))
        .isInstanceOf(IOException.class)
        .hasMessage("on server: 'nobody' is not watched");
    assertThatThrownBy(() -> made.jvm("no-such-token")).hasMessageContaining("no JVM has come up");
    assertThatThrownBy(() -> made.requireHeld(ProcessHandle.current().pid(), CpuList.parse("4095")))
        .hasMessageContaining("the plan holds them to 4095");
    assertThat(made.snapshot().times()).isEmpty();
  }

  @Test
  void aPortThatIsFreeHasNoHolder() throws Exception {
    RemoteHost made = withAgent();
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
      assertThat(made.listener("127.0.0.1", port)).isPresent();
    }
    assertThat(made.listener("127.0.0.1", port)).isEmpty();
  }

  @Test
  void aServerThatRanBeforeIsAliveForAsLongAsItsOwnProcess() throws Exception {
    RemoteHost made = withAgent();
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process server =
        new ProcessBuilder(
                JAVA, "-m", "jdk.httpserver", "-b", "127.0.0.1", "-p", String.valueOf(port))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.log").toFile())
            .start();
    try {
      AdoptedRemoteTier found = awaitServer(made, port);
      assertThat(found.pid()).isEqualTo(server.pid());
      assertThat(found.isAlive()).isTrue();
      server.destroyForcibly().waitFor();
      assertThat(found.isAlive()).isFalse();
      assertThat(found.howItEnded())
          .isEqualTo("process " + server.pid() + " on server, which ran before the sweep, ended");
    } finally {
      server.destroyForcibly();
    }
  }

  private static AdoptedRemoteTier awaitServer(RemoteHost made, int port) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (true) {
      try {
        return AdoptedRemoteTier.on(made, port);
      } catch (IOException notYet) {
        if (System.nanoTime() > deadline) {
          throw notYet;
        }
        Thread.sleep(50);
      }
    }
  }

  @Test
  void anAgentThatDiesIsLostWithItsLastWordsAndCanBeStartedAnew() throws Exception {
    RemoteHost made =
        host(
            "sh",
            "-c",
            "read -r line; echo '{\"id\":1}'; read -r line; echo 'no more' >&2; exit 3");
    AgentLink first = made.connect();
    assertThat(first.lost().get(10, TimeUnit.SECONDS))
        .contains("server was lost")
        .contains("no more");
    assertThatThrownBy(made::snapshot).isInstanceOf(IOException.class).hasMessageContaining("lost");
    assertThat(made.connect()).isNotSameAs(first);
  }

  @Test
  void anAgentThatNeverAnswersIsNamedWithWhatToTry() {
    RemoteHost made = host("sh", "-c", "echo 'Permission denied' >&2; exit 255");
    assertThatThrownBy(made::connect)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no agent on server (ssh here)")
        .hasMessageContaining("Permission denied")
        .hasMessageContaining("try it by hand: ssh here java -version");
  }

  @Test
  void whatAnAgentFoundByItsTokenEndsWithIt() throws Exception {
    RemoteHost made = withAgent();
    ProcessBuilder waits =
        new ProcessBuilder(
            JAVA,
            "-cp",
            System.getProperty("java.class.path"),
            "dev.tierbench.observer.program.ObserverProgram",
            "agent");
    waits.environment().put(AgentRequest.TOKEN, "abc123");
    Process jvm = waits.redirectErrorStream(true).start();
    try {
      assertThat(awaitJvm(made, "abc123")).isEqualTo(jvm.pid());
      made.close();
      assertThat(jvm.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static long awaitJvm(RemoteHost made, String token) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (true) {
      try {
        return made.jvm(token);
      } catch (IOException notYet) {
        if (System.nanoTime() > deadline) {
          throw notYet;
        }
        Thread.sleep(50);
      }
    }
  }

  /** A process that calls itself java and bears that token. */
  private Process marked(String token, String... before) throws IOException {
    Path java = folder.resolve("java");
    if (!Files.exists(java)) {
      Files.createSymbolicLink(java, Path.of("/bin/sleep"));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    List<String> words = new ArrayList<>(List.of(before));
    words.addAll(List.of(java.toString(), "60"));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put(AgentRequest.TOKEN, token);
    return builder.start();
  }

  @Test
  void whatIsAboutToStartDoesNotOutliveItsAgent() throws Exception {
    RemoteHost made = withAgent();
    made.expect("abc124");
    Process jvm = marked("abc124");
    try {
      made.close();
      assertThat(jvm.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      jvm.destroyForcibly();
    }
  }

  @Test
  void aProcessOfAnotherUserIsNotTakenForTheTier() throws Exception {
    assumeTrue(OwnProcess.REAL.isRoot(), "needs root to start a process of another user");
    RemoteHost made = withAgent();
    made.expect("abc125");
    Process jvm = marked("abc125", "setpriv", "--reuid", "65534", "--clear-groups");
    try {
      while (!jvm.info().command().orElse("").endsWith("sleep")) {
        Thread.sleep(10);
      }
      assertThatThrownBy(() -> made.jvm("abc125")).hasMessageContaining("belongs to another user");
      made.close();
      assertThat(jvm.isAlive()).isTrue();
    } finally {
      jvm.destroyForcibly();
    }
  }
}

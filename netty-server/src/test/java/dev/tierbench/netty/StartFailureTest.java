package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that cannot start says why in one line on stderr and ends with another code than 0. */
class StartFailureTest {
  @TempDir Path folder;

  @Test
  void aBusyPortIsNamedWithTheRemedy() throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertRefused(
          "cannot start: port "
              + busy.getLocalPort()
              + " is in use: stop the process that listens on it, or choose another with"
              + " --server.port=N",
          "--server.port=" + busy.getLocalPort());
    }
  }

  @Test
  void aMalformedEchoAddressIsNamedWithTheRemedy() throws Exception {
    assertRefused(
        "cannot start: echo.url is 'no address': give an address such as http://127.0.0.1:8081",
        "--echo.url=no address");
  }

  @Test
  void aNegativeThreadCountIsNamedWithTheRemedy() throws Exception {
    assertRefused(
        "cannot start: netty.event-loops is '-3': give a number from 1, or 0 for reactor-netty's own choice",
        "--netty.event-loops=-3");
  }

  @Test
  void anUnknownModelIsNamedWithThoseThatThereAre() throws Exception {
    assertRefused(
        "cannot start: netty.model is 'quarkus': give one of "
            + "webflux-reactor, webflux-rxjava, webflux-elastic, webflux-virtual",
        "--netty.model=quarkus");
  }

  @Test
  void aNumberThatIsNoneIsOneLineToo() throws Exception {
    Ended ended = start("--echo.max-connections=many");
    assertThat(ended.code()).isNotZero();
    assertThat(ended.stderr())
        .singleElement()
        .asString()
        .startsWith("cannot start: Failed to bind properties under 'echo.max-connections'")
        .contains("many");
  }

  private void assertRefused(String line, String option) throws Exception {
    Ended ended = start(option);
    assertThat(ended.stderr()).containsExactly(line);
    assertThat(ended.code()).isNotZero();
    assertThat(ended.stdout()).noneMatch(text -> text.startsWith("\tat ") || text.contains("WARN"));
  }

  private record Ended(int code, List<String> stdout, List<String> stderr) {}

  private Ended start(String option) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RunningServer.MAIN.getName(),
                "--server.port=0",
                option));
    command.remove(option.startsWith("--server.port") ? "--server.port=0" : "");
    Process server =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(server.waitFor(60, TimeUnit.SECONDS)).as("ended by itself").isTrue();
      return new Ended(
          server.exitValue(),
          Files.readAllLines(out, StandardCharsets.UTF_8),
          Files.readAllLines(err, StandardCharsets.UTF_8));
    } finally {
      server.destroyForcibly();
    }
  }
}

package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.http.ContractServer.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract test on servers that only a file describes, as real processes. */
@Tag("process")
class VerifyProcessTest {

  /** What is said of a server, by what it does wrong. */
  private static final Map<Fault, String> REASONS =
      Map.ofEntries(
          Map.entry(
              Fault.STORES_ANSWERS,
              "each /sleep asks echo once and returns its body: echo was asked 0 times instead of 1"),
          Map.entry(
              Fault.ACCEPTS_ANYTHING,
              "/sleep?calls=0 is 400: GET /sleep?calls=0 was answered with status 200 instead of 400"),
          Map.entry(
              Fault.ASKS_AGAIN,
              "echo that closes the connection is 502: echo was asked 2 times instead of 1"),
          Map.entry(
              Fault.SEQUENTIAL,
              "calls are concurrent with fan=parallel: echo never had 4 calls at the same time"),
          Map.entry(
              Fault.SKIPS_WORK,
              "CPU work is done and changes no answer: 1000 ms of CPU work were answered after"),
          Map.entry(
              Fault.TAKES_ONE_ANSWER,
              "one call that fails fails the request: GET /sleep?calls=3&fan="),
          Map.entry(
              Fault.HIDES_ERRORS,
              "echo that answers with status 500 is 502: GET /sleep was answered with status 200"),
          Map.entry(Fault.STAYS_DOWN, "times 502 to requests that began once echo was back"),
          Map.entry(
              Fault.DROPS_ONE_IN_1000, "the connection was closed before the answer was complete"),
          Map.entry(
              Fault.NEVER_READY,
              "the server becomes ready: GET /health was not answered with 200 within 2 s"),
          Map.entry(Fault.OTHER_MODEL, "the model is fake: 'model' of /settings is 'other'"),
          Map.entry(
              Fault.ENDS_AT_ONCE,
              "the server becomes ready: server exited with code 3: no licence"));

  private static final int PORT = 17_580;

  @TempDir Path folder;
  private FakeHome home;
  private DescribedServers servers;

  @BeforeEach
  void home() throws IOException {
    home = FakeTiers.home(folder);
    servers = DescribedServers.of(folder, home, PORT);
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    servers.end();
  }

  private int verify(String... options) throws IOException, InterruptedException {
    return home.exitCode(home.start("verify", options));
  }

  @Test
  void aServerThatKeepsTheContractPassesAlsoWhereTheUsualPortsAreTaken() throws Exception {
    String right = servers.describe("right", Fault.NONE).toString();
    try (ServerSocket taken = new ServerSocket(PORT, 1, InetAddress.getLoopbackAddress())) {
      int exit = verify(right, "--heap", "128m", "--seed", "7");
      assertThat(exit).describedAs(home.log()).isZero();
      assertThat(taken.isBound()).isTrue();
    }
    assertThat(home.log())
        .contains("PASS  the server becomes ready", "right keeps the contract: ", "(seed 7)")
        .doesNotContain("FAIL");
    assertThat(servers.running()).isEmpty();
  }

  @Test
  void serversThatDoNotAreNamedWithTheCheckAndLeaveNothing() throws Exception {
    List<String> options = new ArrayList<>(List.of("--heap", "128m"));
    for (Fault fault : REASONS.keySet()) {
      Path wrong = servers.describe(nameOf(fault), fault);
      if (fault == Fault.NEVER_READY) {
        Files.writeString(wrong, "ready_seconds: 2\n", StandardOpenOption.APPEND);
      }
      options.add(wrong.toString());
    }
    Process verify = home.start("verify", options.toArray(String[]::new));
    assertThat(verify.waitFor(5, TimeUnit.MINUTES)).describedAs(home.log()).isTrue();
    assertThat(verify.exitValue()).describedAs(home.log()).isEqualTo(1);
    assertThat(home.log().lines().filter(line -> line.contains(" does not keep the contract: ")))
        .hasSameSizeAs(REASONS.keySet());
    REASONS.forEach(
        (fault, reason) -> assertThat(verdictOn(fault)).describedAs(fault.name()).contains(reason));
    // One that ends fails no check; its own words are in its verdict.
    assertThat(failedBelowTheirNames())
        .containsExactlyInAnyOrderElementsOf(
            REASONS.keySet().stream()
                .filter(fault -> fault != Fault.ENDS_AT_ONCE)
                .map(VerifyProcessTest::nameOf)
                .toList());
    assertThat(servers.running()).isEmpty();
  }

  /** Returns the servers whose failure stands between their own name and that of the next. */
  private List<String> failedBelowTheirNames() throws IOException {
    List<String> failed = new ArrayList<>();
    Fault server = null;
    for (String line : home.log().lines().toList()) {
      Optional<Fault> named =
          REASONS.keySet().stream().filter(fault -> line.equals(nameOf(fault))).findFirst();
      server = named.orElse(server);
      if (server != null && line.startsWith("  FAIL  ") && line.contains(REASONS.get(server))) {
        failed.add(nameOf(server));
      }
    }
    return failed;
  }

  private static String nameOf(Fault fault) {
    return fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private String verdictOn(Fault fault) {
    try {
      return home.log()
          .lines()
          .filter(line -> line.startsWith(nameOf(fault) + " does not keep the contract: "))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anInterruptLeavesNothing() throws Exception {
    Process verify =
        home.start(
            "verify", servers.describe("slow", Fault.NEVER_READY).toString(), "--heap", "128m");
    while (servers.running().size() < 2) {
      assertThat(verify.isAlive()).describedAs(home.log()).isTrue();
      Thread.sleep(20);
    }
    FakeHome.signal("INT", verify.toHandle());
    assertThat(home.exitCode(verify)).describedAs(home.log()).isEqualTo(130);
    assertThat(servers.running()).isEmpty();
  }
}

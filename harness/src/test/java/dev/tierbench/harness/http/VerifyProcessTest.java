package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.program.ContractProgram;
import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.http.ContractServer.Fault;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
      Map.of(
          Fault.STORES_ANSWERS,
          "each /sleep asks echo once and returns its body: echo was asked 0 times instead of 1",
          Fault.ACCEPTS_ANYTHING,
          "/sleep?calls=0 is 400: GET /sleep?calls=0 was answered with status 200 instead of 400",
          Fault.ASKS_AGAIN,
          "echo that closes the connection is 502: echo was asked 2 times instead of 1",
          Fault.SEQUENTIAL,
          "calls are concurrent with fan=parallel: echo never had two calls at the same time",
          Fault.HIDES_ERRORS,
          "echo that answers with status 500 is 502: GET /sleep was answered with status 200",
          Fault.STAYS_DOWN,
          "times 502 to requests that began once echo was back",
          Fault.DROPS_ONE_IN_1000,
          "the connection was closed before the answer was complete",
          Fault.NEVER_READY,
          "the server becomes ready: GET /health was not answered with 200 within 2 s",
          Fault.OTHER_MODEL,
          "the model is fake: 'model' of /settings is 'other'",
          Fault.ENDS_AT_ONCE,
          "the server becomes ready: server exited with code 3: no licence");

  @TempDir Path folder;
  private FakeHome home;

  @BeforeEach
  void home() throws IOException {
    home = FakeTiers.home(folder);
    home.jar("server-contract", ContractProgram.class);
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    running().forEach(ProcessHandle::destroyForcibly);
  }

  private Path describe(String name, Fault fault) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".yml"),
        """
        model: fake
        command: ["{java}", "{jvm}", -cp, "%s", %s, %s, "{port}", "{echo}"]
        port: 17580
        """
            .formatted(
                System.getProperty("java.class.path"), ContractServer.class.getName(), fault));
  }

  /** The servers of this test, and the contract test itself. */
  private List<ProcessHandle> running() {
    return Stream.of(FakeHome.running(ContractServer.class.getName() + "\0"), home.processes())
        .flatMap(List::stream)
        .toList();
  }

  private int verify(String... options) throws IOException, InterruptedException {
    return home.exitCode(home.start("verify", options));
  }

  @Test
  void aServerThatKeepsTheContractPassesAlsoWhereTheUsualPortsAreTaken() throws Exception {
    String right = describe("right", Fault.NONE).toString();
    try (ServerSocket taken = new ServerSocket(17_580, 1, InetAddress.getLoopbackAddress())) {
      int exit = verify(right, "--heap", "128m", "--seed", "7");
      assertThat(exit).describedAs(home.log()).isZero();
      assertThat(taken.isBound()).isTrue();
    }
    assertThat(home.log())
        .contains("PASS  the server becomes ready", "right keeps the contract: ", "(seed 7)")
        .doesNotContain("FAIL");
    assertThat(running()).isEmpty();
  }

  @Test
  void serversThatDoNotAreNamedWithTheCheckAndLeaveNothing() throws Exception {
    List<String> options = new ArrayList<>(List.of("--heap", "128m"));
    for (Fault fault : REASONS.keySet()) {
      Path wrong = describe(nameOf(fault), fault);
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
    assertThat(running()).isEmpty();
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
        home.start("verify", describe("slow", Fault.NEVER_READY).toString(), "--heap", "128m");
    while (running().size() < 2) {
      assertThat(verify.isAlive()).describedAs(home.log()).isTrue();
      Thread.sleep(20);
    }
    FakeHome.signal("INT", verify.toHandle());
    assertThat(home.exitCode(verify)).describedAs(home.log()).isEqualTo(130);
    assertThat(running()).isEmpty();
  }

  @Test
  void aFaultThatShowsOnceIsACaveatOfTheRunWithBothResults() throws Exception {
    Path flickers = describe("flickers", Fault.ACCEPTS_ONCE);
    assertThat(sweep(flickers)).describedAs(home.log()).isLessThanOrEqualTo(1);
    Manifest manifest = RunJson.read(new RunFolder(home.run()).manifest(), Manifest.class);
    assertThat(manifest.caveats())
        .extracting(Caveat::what)
        .contains(
            "flickers failed a check of the contract, and kept it when repeated: /sleep?calls=0 is"
                + " 400: GET /sleep?calls=0 was answered with status 200 instead of 400: 'hello from"
                + " the stub'");
    assertThat(manifest.verifications())
        .singleElement()
        .satisfies(verification -> {
          assertThat(verification.failed()).isZero();
          assertThat(verification.repeated()).hasSize(1);
          assertThat(verification.remembered()).isEmpty();
        });
    assertThat(home.root().resolve("cache/tierbench")).as("not remembered").doesNotExist();
  }

  private int sweep(Path... servers) throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of("--tiers", "local", "--levels", "2"));
    options.addAll(List.of("--measure", "700ms", "--settle", "100ms", "--warmup-cap", "0s"));
    options.addAll(
        List.of(
            "--trials",
            "1",
            "--heap",
            "128m",
            "--no-observe",
            "--no-probe",
            "--repeat-noisy",
            "0"));
    options.addAll(List.of("--pin", "off", "--ports", "echo=17581", "--name", "test"));
    options.addAll(List.of("--out", home.results().toString(), "--servers"));
    options.add(Stream.of(servers).map(Path::toString).collect(Collectors.joining(",")));
    return home.exitCode(home.start("sweep", options.toArray(String[]::new)));
  }

  @Test
  void aSweepRefusesAServerBeforeItsFirstTrial() throws Exception {
    int exit = sweep(describe("right", Fault.NONE), describe("wrong", Fault.ACCEPTS_ANYTHING));
    assertThat(exit).describedAs(home.log()).isEqualTo(1);
    assertThat(home.log().lines())
        .last()
        .asString()
        .startsWith("sweep: wrong does not keep the contract: /sleep?calls=0 is 400: ");
    assertThat(home.results()).doesNotExist();
    assertThat(running()).isEmpty();
  }

  @Test
  void aSweepKeepsInItsManifestWhatItVerifiedAndDoesNotSoAgainWhenItIsResumed() throws Exception {
    Path right = describe("right", Fault.NONE);
    // On a busy host a boundary may come too late, which is no matter here.
    assertThat(sweep(right)).describedAs(home.log()).isLessThanOrEqualTo(1);
    assertThat(home.log()).contains("verified    right keeps the contract: ");
    RunFolder run = new RunFolder(home.run());
    Manifest manifest = RunJson.read(run.manifest(), Manifest.class);
    assertThat(manifest.verifications())
        .singleElement()
        .satisfies(verification -> {
          assertThat(verification.server()).isEqualTo("right");
          assertThat(verification.passed()).isGreaterThan(25);
          assertThat(verification.failed()).isZero();
        });
    assertThat(manifest.caveats()).noneMatch(caveat -> caveat.what().contains("not verified"));

    Process resumed =
        home.start("sweep", "--resume", run.root().toString(), "--servers", right.toString());
    assertThat(home.exitCode(resumed)).describedAs(home.log()).isLessThanOrEqualTo(1);
    assertThat(home.log()).doesNotContain("verifying", "not verified");
    assertThat(RunJson.read(run.manifest(), Manifest.class).verifications())
        .isEqualTo(manifest.verifications());
  }
}

package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.http.ContractServer.Fault;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sweep does with the contract test of servers that only a file describes. */
@Tag("process")
class VerifySweepTest {

  @TempDir Path folder;
  private FakeHome home;
  private DescribedServers servers;

  @BeforeEach
  void home() throws IOException {
    home = FakeTiers.home(folder);
    servers = DescribedServers.of(folder, home, 17_590);
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    servers.end();
  }

  @Test
  void aFaultThatShowsOnceIsACaveatOfTheRunWithBothResults() throws Exception {
    Path flickers = servers.describe("flickers", Fault.ACCEPTS_ONCE);
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

  private int sweep(Path... described) throws IOException, InterruptedException {
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
    options.addAll(List.of("--pin", "off", "--ports", "echo=17591", "--name", "test"));
    options.addAll(List.of("--out", home.results().toString(), "--servers"));
    options.add(Stream.of(described).map(Path::toString).collect(Collectors.joining(",")));
    return home.exitCode(home.start("sweep", options.toArray(String[]::new)));
  }

  @Test
  void aSweepRefusesAServerBeforeItsFirstTrial() throws Exception {
    int exit =
        sweep(
            servers.describe("right", Fault.NONE),
            servers.describe("wrong", Fault.ACCEPTS_ANYTHING));
    assertThat(exit).describedAs(home.log()).isEqualTo(1);
    assertThat(home.log().lines())
        .last()
        .asString()
        .startsWith("sweep: wrong does not keep the contract: /sleep?calls=0 is 400: ");
    assertThat(home.results()).doesNotExist();
    assertThat(servers.running()).isEmpty();
  }

  @Test
  void aSweepKeepsInItsManifestWhatItVerifiedAndDoesNotSoAgainWhenItIsResumed() throws Exception {
    Path right = servers.describe("right", Fault.NONE);
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

package dev.tierbench.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps over a service that is only called with the right secrets. */
@Tag("process")
@Tag("timed")
class SecretsProcessTest {

  /** In every secret. */
  private static final String MARK = "S3CRET";

  private static final String TOKEN = MARK + "-of-a-header";
  private static final String IN_URL = MARK + "-of-a-url";
  private static final String IN_BODY = MARK + "-of-a-body";
  private static final String PASSWORD = MARK + "-of-an-environment";
  private static final Parameters TWO = Parameters.concurrency(2);

  @TempDir Path folder;
  private FakeHome home;
  private Path descriptor;

  @BeforeEach
  void home() throws IOException {
    home = FakeTiers.home(folder);
    descriptor = folder.resolve("orders.yml");
    Path password = folder.resolve("password");
    Files.writeString(password, PASSWORD + "\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(folder.resolve("body.json"), "{\"pin\": \"${ENV:ORDERS_PIN}\"}");
    describe("POST", "body: body.json\n", "{\"pin\": \"" + IN_BODY + "\"}");
  }

  private void describe(String method, String more, String body) throws IOException {
    Files.writeString(
        descriptor,
        """
        model: orders
        contract: none
        command: ["{java}", "{jvm}", -cp, "%s", %s, "{port}", "%s"]
        env: {DB_PASSWORD: "${FILE:password}"}
        port: 17490
        url: /orders?customer=7&token=${ENV:ORDERS_KEY}
        method: %s
        headers: ["X-Plain: yes", "Authorization: Bearer ${ENV:ORDERS_TOKEN}"]
        %s\
        """
            .formatted(
                System.getProperty("java.class.path"),
                SecretServer.class.getName(),
                SecretServer.hash("Bearer " + TOKEN, "customer=7&token=" + IN_URL, body, PASSWORD),
                method,
                more));
  }

  @AfterEach
  void endWhatAFailedTestLeft() {
    home.processes().forEach(ProcessHandle::destroyForcibly);
  }

  private Map<String, String> environment() {
    return Map.of(
        "ORDERS_TOKEN", TOKEN,
        "ORDERS_KEY", IN_URL,
        "ORDERS_PIN", IN_BODY,
        "JAVA_TOOL_OPTIONS", "-Xint",
        "XDG_STATE_HOME", folder.resolve("state").toString());
  }

  private String[] options(String... more) {
    List<String> options =
        new ArrayList<>(
            List.of(
                ("--servers "
                        + descriptor
                        + " --tiers local --levels 2 --settle 100ms --warmup-cap 0s"
                        + " --warmup-top-cap 0s --trials 1 --heap 64m --no-observe --no-probe"
                        + " --repeat-noisy 0 --pin off --name test --out "
                        + home.results())
                    .split(" ")));
    options.addAll(List.of(more));
    return options.toArray(String[]::new);
  }

  private void requireNoSecretIn(Path top) throws IOException {
    try (Stream<Path> files = Files.walk(top)) {
      assertThat(files.filter(Files::isRegularFile).toList())
          .hasSizeGreaterThan(3)
          .allSatisfy(file ->
              assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                  .describedAs(file.toString())
                  .doesNotContain(MARK));
    }
  }

  private LoadResult load() throws IOException {
    return RunJson.read(
        new RunFolder(home.run()).trial("01-orders").step(TWO).load(), LoadResult.class);
  }

  /** What anyone on the host can read while the sweep runs. */
  private static String page(String url, String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString())
          .body();
    }
  }

  private void watched(Process sweep) throws Exception {
    try (SecretWatch watch =
        new SecretWatch(sweep.toHandle(), MARK, SecretServer.class.getName())) {
      assertThat(home.exitCode(sweep)).describedAs(home.log()).isLessThanOrEqualTo(1);
      assertThat(watch.processes()).isGreaterThan(2);
      assertThat(watch.found()).isEmpty();
    }
  }

  @Test
  void theirValuesReachServiceAndRequestsAndNothingElse() throws Exception {
    Process sweep =
        home.start(
            "sweep", environment(), options("--measure", "1500ms", "--profile", "jfr", "--live"));
    String url = home.awaitLine(sweep, "live").replaceFirst(".*(http://\\S+).*", "$1");
    assertThat(page(url, "") + page(url, "metrics")).isNotEmpty().doesNotContain(MARK);
    watched(sweep);
    assertThat(load().phase("measure").orElseThrow().ok()).describedAs(home.log()).isPositive();
    assertThat(load().phases()).allSatisfy(phase -> assertThat(phase.failed().total()).isZero());
    assertThat(load().target()).endsWith("/orders?customer=7&token=${ENV:ORDERS_KEY}");
    assertThat(home.log()).contains("DB_PASSWORD='${FILE:password}'").doesNotContain(MARK);
    assertThat(new RunFolder(home.run()).trial("01-orders").step(TWO).raw().resolve("profile.jfr"))
        .isNotEmptyFile();
    requireNoSecretIn(home.run());
    assertThat(home.run().resolve("manifest.json"))
        .content()
        .contains("Authorization: Bearer ${ENV:ORDERS_TOKEN}");
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void wrkGetsThemByAFile() throws Exception {
    describe("GET", "", "");
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("PATH", FakeWrk.onPath(folder));
    environment.remove("ORDERS_PIN"); // what no descriptor refers to is inherited
    watched(home.start("sweep", environment, options("--measure", "1s", "--generator", "wrk")));
    assertThat(load().phase("measure").orElseThrow().ok()).describedAs(home.log()).isPositive();
    assertThat(home.log()).doesNotContain(MARK);
    requireNoSecretIn(home.run());
  }

  @Test
  void theLogOfAServiceThatFailsIsQuotedWithoutThem() throws Exception {
    String text = Files.readString(descriptor);
    Files.writeString(
        descriptor, text.replace("${FILE:password}", "${ENV:ORDERS_PIN}") + "ready_seconds: 5\n");
    assertThat(home.exitCode(home.start("sweep", environment(), options("--measure", "1s"))))
        .isEqualTo(1);
    assertThat(new RunFolder(home.run()).trial("01-orders").step(TWO).checks())
        .content()
        .contains("orders was not ready", "its log ends", "received Bearer [secret]");
    assertThat(home.log()).doesNotContain(MARK);
    requireNoSecretIn(home.run());
    assertThat(home.leftOver()).isEmpty();
  }

  @Test
  void aMissingVariableEndsTheSweepBeforeAnythingStarts() throws Exception {
    Map<String, String> environment = new HashMap<>(environment());
    environment.remove("ORDERS_TOKEN");
    assertThat(home.exitCode(home.start("sweep", environment, options("--measure", "1s"))))
        .isEqualTo(1);
    assertThat(home.log())
        .contains("orders.yml: headers: the variable ORDERS_TOKEN is not set")
        .doesNotContain(MARK);
    assertThat(home.results()).doesNotExist();
  }

  @Test
  void aResumedRunResolvesThemAgain() throws Exception {
    assertThat(home.exitCode(home.start("sweep", environment(), options("--measure", "700ms"))))
        .isLessThanOrEqualTo(1);
    Path checks = new RunFolder(home.run()).trial("01-orders").step(TWO).checks();
    Files.delete(checks);
    Process again =
        home.start(
            "sweep",
            environment(),
            "--resume",
            home.run().toString(),
            "--servers",
            descriptor.toString());
    assertThat(home.exitCode(again)).describedAs(home.log()).isLessThanOrEqualTo(1);
    assertThat(checks).exists();
    requireNoSecretIn(home.run());
  }
}

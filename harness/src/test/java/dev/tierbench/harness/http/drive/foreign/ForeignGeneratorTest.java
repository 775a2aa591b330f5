package dev.tierbench.harness.http.drive.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.secret.SecretValues;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptorBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ForeignGeneratorTest {

  private static final String URL = "http://127.0.0.1:8080/sleep?calls=2";
  private static final Load CLOSED = new Load.Closed(200);
  private static final Load RATE = new Load.Open(4_000, Load.Open.CONSTANT, 600);

  static WorkRequest request(String url) {
    return new WorkRequest(
        url,
        URI.create(url),
        described(url, "X-Tenant: 7"),
        SecretValues.NONE,
        ANY,
        Optional.empty());
  }

  private static final WorkRequest.Answer ANY =
      new WorkRequest.Answer(200, Optional.empty(), Optional.empty());

  private static RequestDescriptor described(String url, String header) {
    return new RequestDescriptor(
        Optional.of(url),
        Optional.empty(),
        Optional.empty(),
        List.of(header),
        Optional.empty(),
        false);
  }

  private static LoadOrder order(Load load, int threads) {
    return order(request(URL), load, threads);
  }

  private static LoadOrder order(WorkRequest request, Load load, int threads) {
    return new LoadOrder(
        PhaseName.MEASURE,
        request,
        load,
        20,
        Optional.empty(),
        threads,
        Path.of("/run/raw/h2load-measure.log"));
  }

  private static String words(ForeignGenerator generator, Load load, int threads)
      throws IOException {
    try (PrivateFiles files = PrivateFiles.make()) {
      return String.join(" ", generator.command(order(load, threads), files));
    }
  }

  /** A request whose header and URL have a secret. */
  private static WorkRequest secret(String url, String header) throws IOException {
    ServerDescriptor server =
        ServerDescriptorBuilder.builder()
            .model("m")
            .port(1)
            .command(List.of("{jvm}"))
            .contract(Contract.NONE)
            .url(Optional.of(url))
            .headers(List.of(header))
            .build();
    SecretValues values =
        Secrets.lookUp(
                Map.of("m", server),
                Map.of(),
                Map.of("TOKEN", "S3CRET \"'", "XDG_STATE_HOME", "/proc/none"))
            .of("m");
    return new WorkRequest(
        url, URI.create(values.inUrl(url)), described(url, header), values, ANY, Optional.empty());
  }

  private static final String SECRET_URL = "http://127.0.0.1:8080/x?y=1&token=${ENV:TOKEN}";
  private static final String SECRET_HEADER = "Authorization: Bearer ${ENV:TOKEN}";

  @Test
  void h2loadDividesALevelAmongConnectionsOfHttp2() throws Exception {
    H2load h2load = new H2load();
    WorkRequest request = request(URL);
    WorkRequest streams =
        new WorkRequest(
            request.shown(),
            request.target(),
            request.how(),
            request.secrets(),
            request.expected(),
            Optional.of(20));
    try (PrivateFiles files = PrivateFiles.make()) {
      assertThat(h2load.command(order(streams, CLOSED, 16), files))
          .contains("--clients=10", "--threads=10", "--max-concurrent-streams=20")
          .doesNotContain("--h1");
    }
    assertThat(h2load.refusalOfHttp2(CLOSED, 20)).isEmpty();
    assertThat(h2load.refusalOfHttp2(CLOSED, 30).orElseThrow()).contains("levels that 30 divides");
    assertThat(new Wrk().refusalOfHttp2(CLOSED, 20)).isPresent();
  }

  @Test
  void wrkTakesSecretsFromAScriptThatOnlyItsOwnerCanRead() throws Exception {
    Path script;
    for (ForeignGenerator generator : List.of(new Wrk(), new Wrk2())) {
      Load load = generator instanceof Wrk ? CLOSED : RATE;
      assertThat(generator.refusal(described(SECRET_URL, SECRET_HEADER))).isEmpty();
      try (PrivateFiles files = PrivateFiles.make()) {
        List<String> command =
            generator.command(order(secret(SECRET_URL, SECRET_HEADER), load, 1), files);
        assertThat(command).noneMatch(word -> word.contains("S3CRET"));
        assertThat(command.getLast()).isEqualTo("http://127.0.0.1:8080/");
        script = Path.of(command.get(command.indexOf("--script") + 1));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
            .isEqualTo("rw-------");
        assertThat(script)
            .content()
            .contains(
                "wrk.headers[\"Authorization\"] = \"Bearer\\032S3CRET\\032\\034\\039\"",
                "wrk.path = \"\\047x\\063y\\0611\\038token\\061S3CRET\\03720");
      }
      assertThat(script).doesNotExist();
    }
  }

  @Test
  void h2loadTakesASecretUrlFromAFileAndRefusesASecretHeader() throws Exception {
    assertThat(new H2load().refusal(described(SECRET_URL, "X: y"))).isEmpty();
    assertThat(new H2load().refusal(described(URL, SECRET_HEADER)).orElseThrow())
        .contains("h2load", "--generator loadgen, wrk or wrk2");
    try (PrivateFiles files = PrivateFiles.make()) {
      List<String> command =
          new H2load().command(order(secret(SECRET_URL, "X: y"), CLOSED, 1), files);
      assertThat(command).noneMatch(word -> word.contains("S3CRET")).contains("X: y");
      String option = command.getLast();
      assertThat(option).startsWith("--input-file=");
      assertThat(Path.of(option.substring(option.indexOf('=') + 1)))
          .content()
          .isEqualTo("http://127.0.0.1:8080/x?y=1&token=S3CRET%20%22%27\n");
    }
  }

  @Test
  void ohaRefusesEverySecret() {
    assertThat(new Oha().refusal(described(URL, "X: y"))).isEmpty();
    assertThat(new Oha().refusal(described(URL, SECRET_HEADER))).isPresent();
    assertThat(new Oha().refusal(described(SECRET_URL, "X: y"))).isPresent();
  }

  @Test
  void eachIsToldConnectionsAndLengthInItsOwnWords() throws Exception {
    assertThat(words(new Wrk(), CLOSED, 1))
        .endsWith(
            " --threads 1 --connections 200 --duration 20s --timeout 10s --latency -H X-Tenant: 7 "
                + URL);
    assertThat(words(new Wrk2(), RATE, 1))
        .contains("--connections 600 --duration 20s", "--rate 4000 --latency --u_latency")
        .endsWith(URL);
    assertThat(words(new H2load(), CLOSED, 2))
        .contains("--h1 --threads=2 --clients=200 --max-concurrent-streams=1 --duration=20s")
        .contains("--warm-up-time=0s --log-file=/run/raw/h2load-measure.log")
        .endsWith(URL);
    assertThat(words(new Oha(), CLOSED, 1)).contains("-c 200 -z 20s").doesNotContain("-q");
    assertThat(words(new Oha(), RATE, 1))
        .contains("-c 600 -z 20s", "-q 4000 --latency-correction")
        .endsWith(URL);
  }

  @Test
  void abEndsByItsNumberOrByItsTimeWhicheverComesFirst() throws Exception {
    assertThat(words(new Ab(), CLOSED, 4))
        .contains("-q -r -l -s 10 -c 200 -t 20 -n 1000000 -e /run/raw/h2load-measure.log")
        .endsWith("-H X-Tenant: 7 " + URL);
    LoadOrder counted =
        new LoadOrder(
            PhaseName.MEASURE, request(URL), CLOSED, 300, Optional.of(90_000L), 1, Path.of("/log"));
    assertThat(new Ab().arguments(counted)).containsSubsequence("-t", "300", "-n", "90000");
    assertThat(new Ab().threads(counted)).contains(1);
    assertThat(new Ab().refusal(RATE)).isPresent();
    assertThat(new Ab().refusal(described(SECRET_URL, "X: y"))).isPresent();
  }

  /** wrk gives each thread the same number of connections, and drops the rest. */
  @ParameterizedTest
  @CsvSource({"200,1,1", "200,4,4", "200,3,2", "7,4,1", "2,4,2"})
  void theThreadsOfWrkShareTheConnectionsEvenly(int connections, int threads, int even) {
    assertThat(new Wrk().threads(order(new Load.Closed(connections), threads))).contains(even);
  }

  @Test
  void eachRefusesTheLoadsThatItCannotDrive() {
    Load poisson = new Load.Open(100, "poisson", 10);
    assertThat(new Wrk().refusal(CLOSED)).isEmpty();
    assertThat(new Wrk().refusal(RATE)).isPresent();
    assertThat(new H2load().refusal(CLOSED)).isEmpty();
    assertThat(new H2load().refusal(RATE)).isPresent();
    assertThat(new Wrk2().refusal(RATE)).isEmpty();
    assertThat(new Wrk2().refusal(CLOSED)).isPresent();
    assertThat(new Wrk2().refusal(poisson)).isPresent();
    assertThat(new Oha().refusal(CLOSED)).isEmpty();
    assertThat(new Oha().refusal(RATE)).isEmpty();
    assertThat(new Oha().refusal(poisson)).isPresent();
  }

  @Test
  void versionsAreTakenFromTheFirstLineThatEachPrints() {
    assertThat(
            ForeignGenerator.version(
                "wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer"))
        .isEqualTo("debian/4.1.0-3+b2");
    assertThat(ForeignGenerator.version("wrk 4.0.0 [epoll] Copyright (C) 2012 Will Glozer"))
        .isEqualTo("4.0.0");
    assertThat(ForeignGenerator.version("h2load nghttp2/1.52.0")).isEqualTo("nghttp2/1.52.0");
    assertThat(ForeignGenerator.version("oha 1.16.0")).isEqualTo("1.16.0");
    assertThat(ForeignGenerator.version("This is ApacheBench, Version 2.3 <$Revision: 1903618 $>"))
        .isEqualTo("2.3");
  }

  @ParameterizedTest
  @EnumSource
  void everyNameButOursIsAGeneratorOfOthers(GeneratorName name) {
    Optional<ForeignGenerator> other = ForeignGenerator.of(name);
    assertThat(other.isPresent()).isEqualTo(name != GeneratorName.LOADGEN);
    other.ifPresent(generator -> {
      assertThat(generator.name()).isEqualTo(name);
      assertThat(generator.howToInstall()).isNotBlank();
      assertThat(generator.caveats()).isNotEmpty();
    });
  }
}

package dev.tierbench.harness.http.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoadGeneratorTest {

  private static final String URL = "http://127.0.0.1:8080/sleep?calls=2";
  private static final Load CLOSED = new Load.Closed(200);
  private static final Load RATE = new Load.Open(4_000, Load.Open.CONSTANT, 600);

  private static LoadOrder order(Load load, int threads) {
    return new LoadOrder(
        PhaseName.MEASURE,
        URI.create(URL),
        List.of("X-Tenant: 7"),
        load,
        20,
        threads,
        Path.of("/run/raw/h2load-measure.log"));
  }

  private static String words(LoadGenerator generator, Load load, int threads) {
    return String.join(" ", generator.command(order(load, threads)));
  }

  @Test
  void eachIsToldConnectionsAndLengthInItsOwnWords() {
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
            LoadGenerator.version("wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer"))
        .isEqualTo("debian/4.1.0-3+b2");
    assertThat(LoadGenerator.version("wrk 4.0.0 [epoll] Copyright (C) 2012 Will Glozer"))
        .isEqualTo("4.0.0");
    assertThat(LoadGenerator.version("h2load nghttp2/1.52.0")).isEqualTo("nghttp2/1.52.0");
    assertThat(LoadGenerator.version("oha 1.16.0")).isEqualTo("1.16.0");
  }

  @ParameterizedTest
  @EnumSource
  void everyNameButOursIsAGeneratorOfOthers(GeneratorName name) {
    Optional<LoadGenerator> other = LoadGenerator.of(name);
    assertThat(other.isPresent()).isEqualTo(name != GeneratorName.LOADGEN);
    other.ifPresent(generator -> {
      assertThat(generator.name()).isEqualTo(name);
      assertThat(generator.howToInstall()).isNotBlank();
      assertThat(generator.caveats()).isNotEmpty();
    });
  }
}

package dev.tierbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.Plans;
import dev.tierbench.run.plan.Plan.Variant;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariantsTest {

  @Test
  void aPlainServerHasItsFullNameAndNothingElse() {
    assertThat(of("tomcat", "floor"))
        .containsExactly(
            Map.entry("tomcat-platform", variant("tomcat-platform")),
            Map.entry("netty-floor", variant("netty-floor")));
  }

  @Test
  void allIsEveryServerInItsOrder() {
    assertThat(of("all").keySet()).containsExactlyElementsOf(Plans.SERVERS.byName().keySet());
  }

  @Test
  void anotherJdkIsNamedByItsFolder(@TempDir Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve("jdk-21.0.5+11"));
    Path java = Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(of("netty", "netty@" + home, "netty@" + home + "+-Xmx2g"))
        .containsOnlyKeys(
            "webflux-reactor",
            "webflux-reactor@jdk-21.0.5+11",
            "webflux-reactor@jdk-21.0.5+11+Xmx2g")
        .containsEntry(
            "webflux-reactor@jdk-21.0.5+11",
            new Variant("webflux-reactor", Optional.of(home.toString()), List.of(), List.of()));
  }

  @Test
  void aJdkTooOldForTheServersIsRefusedAtOnce(@TempDir Path home) throws IOException {
    Path java = Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.15\"\n");
    assertThatThrownBy(() -> of("netty@" + home))
        .hasMessageContaining("is JDK 17.0.15; what is measured needs 21 or later");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"21\"\n");
    assertThat(of("netty@" + home)).hasSize(1);
  }

  @Test
  void aJdkWhoseReleaseCannotBeReadIsNamedByTheOptionOnce(@TempDir Path home) throws IOException {
    Path java = Files.createFile(Files.createDirectory(home.resolve("bin")).resolve("java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path release = Files.createDirectory(home.resolve("release"));
    assertThatThrownBy(() -> of("netty@" + home))
        .message()
        .startsWith("--servers: " + release + " cannot be read");
  }

  @Test
  void moreOptionsOfTheJvmAreInTheName() {
    assertThat(of("virtual+-XX:+UseZGC+-Xmx2g", "netty+-Dio.netty.x=a/b"))
        .containsEntry(
            "tomcat-virtual+UseZGC+Xmx2g",
            new Variant(
                "tomcat-virtual", Optional.empty(), List.of("-XX:+UseZGC", "-Xmx2g"), List.of()))
        .containsEntry(
            "webflux-reactor+io.netty.x=a_b",
            new Variant(
                "webflux-reactor", Optional.empty(), List.of("-Dio.netty.x=a/b"), List.of()));
  }

  @Test
  void eachServerVariesByItsOwnMeans() {
    assertThat(
            Variants.of(
                Plans.SERVERS.subjects(),
                List.of("netty", "floor"),
                Optional.of("ioWorkerCount=1,8")))
        .containsOnlyKeys(
            "webflux-reactor+ioWorkerCount=1",
            "webflux-reactor+ioWorkerCount=8",
            "netty-floor+ioWorkerCount=1",
            "netty-floor+ioWorkerCount=8")
        .containsEntry(
            "netty-floor+ioWorkerCount=8",
            new Variant(
                "netty-floor",
                Optional.empty(),
                List.of("-Dreactor.netty.ioWorkerCount=8"),
                List.of()));
    assertThat(
            Variants.of(Plans.SERVERS.subjects(), List.of("tomcat"), Optional.of("maxThreads=200")))
        .containsEntry(
            "tomcat-platform+maxThreads=200",
            new Variant(
                "tomcat-platform",
                Optional.empty(),
                List.of(),
                List.of("--server.tomcat.threads.max=200")));
  }

  @Test
  void streamsOfHttp2AreAskedForOfAServerThatSpeaksIt() {
    Map<String, Variant> variants =
        Variants.of(Plans.SERVERS.subjects(), List.of("tomcat"), Optional.of("http2Streams=0,20"));
    assertThat(variants)
        .containsEntry("tomcat-platform+http2Streams=0", variant("tomcat-platform"))
        .containsEntry(
            "tomcat-platform+http2Streams=20",
            new Variant(
                "tomcat-platform",
                Optional.empty(),
                List.of(),
                List.of("--server.http2.enabled=true"),
                Optional.empty(),
                Optional.of(20)));
    assertThatThrownBy(() ->
            Variants.of(Plans.SERVERS.subjects(), List.of("floor"), Optional.of("http2Streams=20")))
        .hasMessageContaining("netty-floor has no http2Streams");
  }

  @Test
  void whatIsNoServerIsNamed() {
    assertThatThrownBy(() -> of("undertow")).hasMessageContaining("unknown 'undertow'");
    assertThatThrownBy(() -> of("netty@/no/such/jdk"))
        .hasMessageContaining("expected a folder with bin/java");
    for (String typed : List.of("netty+Xmx2g", "Netty", "netty@")) {
      assertThatThrownBy(() -> of(typed)).hasMessageContaining("is not NAME[@JDKHOME][+-OPTION]");
    }
  }

  @Test
  void aServerTwiceIsRefused() {
    assertThatThrownBy(() -> of("netty", "webflux-reactor")).hasMessageContaining("named twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ioWorkerCount", "ioWorkerCount=", "ioWorkerCount=1,,2", "maxThreads=9", "x=1"})
  void whatDoesNotVaryIsNamed(String vary) {
    assertThatThrownBy(
            () -> Variants.of(Plans.SERVERS.subjects(), List.of("netty"), Optional.of(vary)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--vary: ");
  }

  private static Map<String, Variant> of(String... servers) {
    return Variants.of(Plans.SERVERS.subjects(), List.of(servers), Optional.empty());
  }

  private static Variant variant(String server) {
    return new Variant(server, Optional.empty(), List.of(), List.of());
  }

  @Test
  void eachQuotaMakesAVariantThatIsNamedAfterIt() {
    Map<String, Variant> plain =
        Map.of("netty-floor", new Variant("netty-floor", Optional.empty(), List.of(), List.of()));
    assertThat(Variants.withLimits(plain, List.of(), List.of())).isEqualTo(plain);
    Map<String, Variant> limited = Variants.withLimits(plain, List.of(0.5, 1.0, 1.5), List.of());
    assertThat(limited.keySet())
        .containsExactly("netty-floor+quota=0.5", "netty-floor+quota=1", "netty-floor+quota=1.5");
    assertThat(limited.get("netty-floor+quota=0.5").limits())
        .contains(new ResourceLimits(Optional.of(0.5), Optional.empty()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variants.withLimits(plain, List.of(0.0), List.of()))
        .withMessageContaining("--quota: invalid '0.0'");
  }

  @Test
  void eachLimitOfMemoryIsTakenWithEachQuota() {
    Map<String, Variant> plain = Map.of("netty-floor", variant("netty-floor"));
    Map<String, Variant> limited = Variants.withLimits(plain, List.of(1.0), List.of("256m", "1g"));
    assertThat(limited.keySet())
        .containsExactly("netty-floor+quota=1+memory=256m", "netty-floor+quota=1+memory=1g");
    assertThat(limited.get("netty-floor+quota=1+memory=256m").limits())
        .contains(new ResourceLimits(Optional.of(1.0), Optional.of(256L << 20)));
    assertThat(Variants.withLimits(plain, List.of(), List.of("1g")).get("netty-floor+memory=1g"))
        .extracting(variant -> variant.limits().orElseThrow().memoryBytes().orElseThrow())
        .isEqualTo(1L << 30);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variants.withLimits(plain, List.of(), List.of("256")))
        .withMessageContaining("--memory: invalid '256'");
  }
}

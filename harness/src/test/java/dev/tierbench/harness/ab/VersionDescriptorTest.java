package dev.tierbench.harness.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionDescriptorTest {

  private static final String ID = "0123456789abcdef0123456789abcdef01234567";
  private static final Version COMMIT = new Version("main", ID, Optional.empty(), List.of());
  private static final Path TREE = Path.of("/builds/tree/service");

  @TempDir Path folder;

  private VersionDescriptor described(String command) throws IOException {
    Path file = folder.resolve("orders.yml");
    Files.writeString(
        file,
        """
        model: orders
        contract: none
        command: %s
        build: [mvn, -q, package]
        env: {APP_COMMIT: "{commit}", KEY: "${FILE:secrets/key}", TOKEN: "${ENV:TOKEN}"}
        headers: ["Authorization: Bearer ${FILE:/etc/token}"]
        port: 9080
        url: /orders
        body: order.json
        """
            .formatted(command));
    return new VersionDescriptor(file, Descriptors.one(file, ServerDescriptor.class));
  }

  private ServerDescriptor written(VersionDescriptor made, Version version) throws IOException {
    Path own = made.write(version, TREE, folder.resolve("made"), "head");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
        .isEqualTo("rw-------");
    return Descriptors.one(own, ServerDescriptor.class);
  }

  @Test
  void onlyTheProgramIsOfTheVersion() throws IOException {
    VersionDescriptor made = described("[\"{java}\", \"{jvm}\", -jar, \"{here}/target/o.jar\"]");
    made.requireVersions(false);
    ServerDescriptor head = written(made, COMMIT);
    assertThat(head.command()).containsExactly("{java}", "{jvm}", "-jar", TREE + "/target/o.jar");
    assertThat(head.model()).isEqualTo("orders 0123456789ab");
    assertThat(head.buildCommand()).isEmpty();
    assertThat(head.version()).contains(ID);
    assertThat(head.env())
        .containsEntry("APP_COMMIT", ID)
        .containsEntry("KEY", "${FILE:" + folder.resolve("secrets/key") + "}")
        .containsEntry("TOKEN", "${ENV:TOKEN}");
    assertThat(head.headers()).containsExactly("Authorization: Bearer ${FILE:/etc/token}");
    assertThat(head.body()).contains(folder.resolve("order.json").toString());
    assertThat(head.url()).contains("/orders");
    assertThat(head.port()).isEqualTo(9_080);
  }

  @Test
  void aJarStandsBehindTheWordJar() throws IOException {
    VersionDescriptor made = described("[\"{java}\", \"{jvm}\", -jar, old.jar, --quiet]");
    made.requireVersions(true);
    Version jar = new Version("new.jar", "abc", Optional.of(Path.of("/jars/new.jar")), List.of());
    assertThat(written(made, jar).command())
        .containsExactly("{java}", "{jvm}", "-jar", "/jars/new.jar", "--quiet");
  }

  @Test
  void versionsThatWouldBeTheSameProgramAreRefused() throws IOException {
    VersionDescriptor made =
        new VersionDescriptor(
            folder.resolve("orders.yml"),
            described("[\"{java}\", \"{jvm}\", Orders]")
                .service()
                .with(next -> next.env(Map.of())));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> made.requireVersions(false))
        .withMessageContaining("the command names neither {here} nor {commit}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> made.requireVersions(true))
        .withMessageContaining("no word -jar");
  }
}

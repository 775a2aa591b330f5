package dev.tierbench.harness.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptorBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();

  private static ServerDescriptorBuilder descriptor() {
    return ServerDescriptorBuilder.builder()
        .model("m")
        .port(1)
        .command(List.of("{jvm}"))
        .contract(Contract.NONE)
        .url(Optional.of("/x"));
  }

  private SecretValues lookUp(ServerDescriptor server) throws IOException {
    environment.putIfAbsent("XDG_STATE_HOME", folder.resolve("state").toString());
    return Secrets.lookUp(
            Map.of("m", server),
            Map.of("m", new DescriptorSource(folder.resolve("m.yml"), Map.of())),
            environment)
        .of("m");
  }

  private Path file(String name, String text, String mode) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return file;
  }

  @Test
  void aValueIsPutInAsEachPlaceNeedsIt() throws IOException {
    environment.put("TOKEN", "a b&c");
    Path body =
        file("body.json", "{\"t\": \"${ENV:TOKEN}\", \"other\": \"${TOKEN}\"}", "rw-r--r--");
    SecretValues values =
        lookUp(
            descriptor()
                .headers(List.of("X: ${ENV:TOKEN}"))
                .body(Optional.of(body.toString()))
                .build());
    assertThat(values.in("X: ${ENV:TOKEN} {port}")).isEqualTo("X: a b&c {port}");
    assertThat(values.inUrl("/x?t=${ENV:TOKEN}")).isEqualTo("/x?t=a%20b%26c");
    assertThat(new String(values.inBody(Files.readAllBytes(body)), StandardCharsets.UTF_8))
        .isEqualTo("{\"t\": \"a b&c\", \"other\": \"${TOKEN}\"}");
  }

  @Test
  void aBodyOfAnyBytesStaysAsItIs() throws IOException {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    assertThat(SecretValues.NONE.inBody(bytes)).isEqualTo(bytes);
  }

  @Test
  void aFileIsMeantFromTheDescriptorOnAndWithoutItsLastLineBreak() throws IOException {
    file("token", "S3CRET\n", "rw-------");
    SecretValues values = lookUp(descriptor().headers(List.of("X: ${FILE:token}")).build());
    assertThat(values.in("${FILE:token}")).isEqualTo("S3CRET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rwx------", "rw--w----"})
  void aFileThatOthersCouldUseIsRefused(String mode) throws IOException {
    file("token", "S3CRET", mode);
    assertThatThrownBy(() -> lookUp(descriptor().headers(List.of("X: ${FILE:token}")).build()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("m.yml: headers: ")
        .hasMessageContaining("chmod 600 " + folder.resolve("token"));
  }

  @Test
  void aFileThatIsNoneOrNotThereIsRefused() throws IOException {
    ServerDescriptor server = descriptor().env(Map.of("PW", "${FILE:token}")).build();
    assertThatThrownBy(() -> lookUp(server))
        .hasMessageContaining("m.yml: env PW: ")
        .hasMessageContaining("does not exist: create it with mode 0600");
    Files.createDirectory(folder.resolve("token"));
    assertThatThrownBy(() -> lookUp(server)).hasMessageContaining("is no regular file");
  }

  @Test
  void aVariableThatIsMissingEmptyOrUnfitForAHeaderIsRefusedWithoutItsValue() {
    ServerDescriptor server = descriptor().headers(List.of("X: ${ENV:TOKEN}")).build();
    assertThatThrownBy(() -> lookUp(server))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "m.yml: headers: the variable TOKEN is not set: export TOKEN in the environment");
    environment.put("TOKEN", "");
    assertThatThrownBy(() -> lookUp(server)).hasMessageContaining("${ENV:TOKEN} is empty");
    environment.put("TOKEN", "S3CRET\nX-Other: y");
    assertThatThrownBy(() -> lookUp(server))
        .hasMessageContaining("${ENV:TOKEN} has a line break")
        .message()
        .doesNotContain("S3CRET");
  }

  @Test
  void theSameValueHasTheSameHashUnderOneKeyAndAnotherUnderAnother() throws IOException {
    ServerDescriptor server = descriptor().headers(List.of("X: ${ENV:TOKEN}")).build();
    environment.put("TOKEN", "S3CRET");
    Fingerprints first = lookUp(server).fingerprints().orElseThrow();
    assertThat(lookUp(server).fingerprints()).contains(first);
    assertThat(first.values()).containsOnlyKeys("${ENV:TOKEN}");
    assertThat(first.toString()).doesNotContain("S3CRET");
    Path key = folder.resolve("state/tierbench/key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    environment.put("TOKEN", "OTHER");
    Fingerprints other = lookUp(server).fingerprints().orElseThrow();
    assertThat(other.key()).isEqualTo(first.key());
    assertThat(other.values()).isNotEqualTo(first.values());

    environment.put("XDG_STATE_HOME", folder.resolve("another").toString());
    environment.put("TOKEN", "S3CRET");
    Fingerprints elsewhere = lookUp(server).fingerprints().orElseThrow();
    assertThat(elsewhere.key()).isNotEqualTo(first.key());
    assertThat(elsewhere.values()).isNotEqualTo(first.values());
  }

  @Test
  void aServerWithoutSecretsMakesNoKey() throws IOException {
    assertThat(lookUp(descriptor().build()).fingerprints()).isEmpty();
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @Test
  void knownSecretsAreMaskedInMessagesAndLogs() throws IOException {
    environment.put("TOKEN", "S3CRET \"x\"");
    environment.put("SHORT", "ab");
    environment.put("LONGER", "S3CRET \"x\" and more");
    ServerDescriptor server =
        descriptor()
            .headers(List.of("X: ${ENV:TOKEN}", "Y: ${ENV:SHORT}", "Z: ${ENV:LONGER}"))
            .build();
    environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
    Redactor redactor =
        Secrets.lookUp(
                Map.of("m", server),
                Map.of("m", new DescriptorSource(folder.resolve("m.yml"), Map.of())),
                environment)
            .redactor();
    assertThat(
            redactor.masked(
                "a S3CRET \"x\" and more b S3CRET \"x\", t=S3CRET%20%22x%22, {\"S3CRET \\\"x\\\"\"} cab"))
        .isEqualTo("a [secret] b [secret], t=[secret], {\"[secret]\"} cab");
    Path log = folder.resolve("server.log");
    Files.writeString(log, "ünicode\nS3CRET \"x\"\nlast\n");
    redactor.mask(log);
    assertThat(log).content().isEqualTo("ünicode\n[secret]\nlast\n");
    redactor.mask(folder.resolve("none.log"));
  }
}

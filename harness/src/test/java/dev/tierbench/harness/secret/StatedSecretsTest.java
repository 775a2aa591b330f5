package dev.tierbench.harness.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatedSecretsTest {

  private static final String MINE =
      """
      model: mine
      contract: none
      command: ["{java}", "{jvm}", "-jar", mine.jar]
      port: 9000
      """;

  @TempDir Path folder;

  private Servers with(String more) throws IOException {
    Path file = folder.resolve("mine.yml");
    Files.writeString(file, MINE + more);
    return Plans.SERVERS.and(List.of(file.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{headers: ['Authorization: Bearer S3CRET']}|headers: Authorization states a secret",
        "{headers: ['proxy-authorization: Basic S3CRET']}|proxy-authorization",
        "{headers: ['Cookie: session=S3CRET']}|headers: Cookie",
        "{headers: ['X-Api-Key: S3CRET']}|headers: X-Api-Key",
        "{headers: ['X-Auth-Token: S3CRET']}|X-Auth-Token",
        "{env: {DB_PASSWORD: S3CRET}}|env DB_PASSWORD states a secret",
        "{env: {github_token: S3CRET}}|env github_token",
        "{env: {AWS_CREDENTIALS: S3CRET}}|env AWS_CREDENTIALS",
        "{env: {DB_URL: 'postgres://me:S3CRET@db/x'}}|env DB_URL: the password in its URL",
        "{env: {DB_URL: 'jdbc:x://db/x;user=me;password=S3CRET'}}|env DB_URL: password in its URL",
        "{env: {JAVA_TOOL_OPTIONS: '-Dx=1 -Ddb.password=S3CRET'}}|-Ddb.password shows in the",
        "{env: {JAVA_OPTS: '-Ddb.password=${ENV:S3CRET}'}}|-Ddb.password shows in the",
        "{url: '/x?a=b&access_token=S3CRET'}|url: access_token states a secret",
        "{url: 'http://me:S3CRET@{address}/x'}|Authorization: Basic ${ENV:NAME}",
        "{health: '/ready?api_key=S3CRET'}|health: api_key states a secret",
        "{options: ['--db.password=S3CRET']}|options: --db.password would be on a command line",
        "{options: [--token, S3CRET]}|options: --token would be on a command line",
        "{options: ['--db=postgres://me:S3CRET@db']}|options: the password in its URL",
        "{options: ['--x=${ENV:S3CRET}']}|does not belong on a command line",
        "{verify_options: ['-Dclient.secret=S3CRET']}|verify_options: -Dclient.secret",
        "{vary: {pin: '--secret={value}'}}|vary: --secret"
      })
  void aStatedSecretIsRefusedByFieldAndNeverQuoted(String more, String reason) {
    String url = more.contains("url:") ? "" : "url: /x\n";
    String lines = more.substring(1, more.length() - 1) + "\n" + url;
    assertThatThrownBy(() -> with(lines))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mine.yml: ")
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("S3CRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "headers: ['Authorization: Bearer ${ENV:API_TOKEN}', 'Accept: text/plain']",
        "env: {DB_PASSWORD: '${FILE:secrets/db}', DB_PASSWORD_FILE: /run/secrets/db}",
        "env: {DB_URL: 'postgres://me:${ENV:PW}@db/x?password=${ENV:PW}', USE_TOKENS: 'true'}",
        "env: {TOKEN: '', JAVA_TOOL_OPTIONS: '{jvm}', KEYBOARD: de}",
        "options: ['--token-file=/run/secrets/t', '--password-enabled', --next]"
      })
  void whatIsReferredToOrNoSecretStaysAsItIs(String more) throws IOException {
    ServerDescriptor server = with("url: /x?token=${ENV:T}\n" + more + "\n").get("mine");
    assertThat(server.url()).contains("/x?token=${ENV:T}");
    assertThat(server.toString()).doesNotContain("MASK");
  }

  @Test
  void whatTheDescriptorMasksIsSentAndNotShown() throws IOException {
    Servers known =
        with(
            """
            url: /x?sig=S3CRET%201
            headers: ["X-Session: S3CRET 2"]
            env: {DB_PASSWORD: S3CRET 3}
            mask: [sig, x-session, DB_PASSWORD]
            """);
    ServerDescriptor server = known.get("mine");
    assertThat(server.toString()).doesNotContain("S3CRET");
    assertThat(known.toString()).doesNotContain("S3CRET");
    SecretValues values =
        Secrets.lookUp(
                Map.of("mine", server),
                known.sources(),
                Map.of("XDG_STATE_HOME", folder.toString()))
            .of("mine");
    assertThat(values.inUrl(server.url().orElseThrow())).isEqualTo("/x?sig=S3CRET%201");
    assertThat(values.in(server.headers().getFirst())).isEqualTo("X-Session: S3CRET 2");
    assertThat(values.in(server.env().get("DB_PASSWORD"))).isEqualTo("S3CRET 3");
  }

  @Test
  void aMalformedReferenceIsNamed() {
    assertThatThrownBy(() -> with("url: /x\nheaders: ['X: ${ENV:MY-TOKEN}']\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mine.yml: invalid ${ENV:MY-TOKEN}");
  }

  @Test
  void aMalformedHeaderIsNotQuoted() {
    assertThatThrownBy(() -> with("url: /x\nheaders: ['Authorization Bearer S3CRET']\n"))
        .hasMessageContaining("invalid header in [Authorization]")
        .message()
        .doesNotContain("S3CRET");
  }
}

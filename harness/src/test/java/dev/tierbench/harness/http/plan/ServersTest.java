package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.Plans;
import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServersTest {

  private static final String MINE =
      """
      model: mine
      command: ["{java}", "{jvm}", -jar, "{here}/mine.jar", "--port={port}"]
      port: 9000
      """;

  @TempDir Path folder;

  private Servers with(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    return Plans.SERVERS.and(List.of("tomcat", file.toString()));
  }

  @Test
  void aFileJoinsTheServersOfTheFolder() throws IOException {
    Servers known = with("mine.yml", MINE);
    assertThat(known.byName().keySet()).contains("tomcat-platform", "mine");
    ServerDescriptor mine = known.get("mine");
    assertThat(mine.contract()).isEqualTo(Contract.TIERBENCH_1);
    assertThat(mine.request()).isEqualTo(RequestDescriptor.OF_CONTRACT);
    assertThat(mine.command()).contains(folder.toAbsolutePath() + "/mine.jar");
    assertThat(known.standard()).isEqualTo(Plans.SERVERS.standard());
    String typed = folder.resolve("mine.yml") + "+-XX:+UseZGC";
    assertThat(Servers.withoutFile(typed)).isEqualTo("mine+-XX:+UseZGC");
    assertThat(Servers.withoutFile("tomcat+-Xmx2g")).isEqualTo("tomcat+-Xmx2g");
  }

  @Test
  void aNameThatNoFileCanHaveIsSaidOnOneLine() {
    String sends = "contract: none\nurl: http://{address}:{port}/orders\nbody: \"a\\0b\"\n";
    assertThatThrownBy(() -> with("mine.yml", MINE + sends))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("mine.yml: 'body' is no name of a file: a\\u0000b");
  }

  @Test
  void whatItSendsAndTrustsIsMeantFromItsFolderOn() throws IOException {
    Files.writeString(folder.resolve("body.json"), "{}");
    Files.writeString(folder.resolve("roles.csv"), "worker;serves;mine-\\d+\n");
    ServerDescriptor mine =
        with(
                "mine.yml",
                MINE
                    + """
                    contract: none
                    url: https://{address}:{port}/orders
                    body: body.json
                    trust: %s
                    roles: roles.csv
                    headers: ["Content-Type: application/json"]
                    """
                        .formatted(System.getProperty("java.home") + "/lib/security/cacerts"))
            .get("mine");
    assertThat(mine.request().methodOrDefault()).isEqualTo("POST");
    assertThat(mine.request().tls()).isTrue();
    assertThat(List.of(mine.body(), mine.trust(), mine.roles()))
        .allSatisfy(file -> assertThat(Path.of(file.orElseThrow())).isAbsolute().exists());
  }

  @Test
  void aNameThatIsTakenOrUnusableIsRefused() {
    assertThatThrownBy(() -> with("tomcat-platform.yml", MINE))
        .hasMessageContaining("there is a server named tomcat-platform already");
    assertThatThrownBy(() -> with("My_Server.yml", MINE))
        .hasMessageContaining("invalid name 'My_Server'");
    assertThatThrownBy(() -> Plans.SERVERS.and(List.of(folder + "/none.yml")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no such file");
  }

  @ParameterizedTest
  @CsvSource({
    "loadgen, stands for a tier",
    "echo, stands for a tier",
    "wrk2, stands for a tier",
    "all, stands for a tier",
    "orders-aa, ends the name of an A/A control"
  })
  void aNameWithAnotherMeaningIsRefused(String name, String reason) {
    assertThatThrownBy(() -> with(name + ".yml", MINE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason)
        .hasMessageEndingWith("rename the file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "model: m|'command' is needed",
        "{model: m, port: 1, command: [x]}|'command' has no {jvm}",
        "{model: m, port: 1, command: ['{jvm}'], jvm: own}|exclude each other",
        "{model: m, port: 1, command: ['{jvm}', '{jar}']}|{jar} is the jar of a 'module'",
        "{model: m, port: 1, command: ['{jvm}'], contract: none}|needs the 'url'",
        "{model: m, port: 1, command: ['{jvm}'], url: /x}|belongs to 'contract: none'",
        "{model: m, port: 1, command: ['{jvm}'], contract: none, url: x}|invalid url 'x'",
        "{model: m, port: 1, command: ['{jvm}'], contract: none, url: /x, insecure: true}|https",
        "{model: m, port: 1, command: ['{jvm}'], contract: none, url: /x, headers: [a]}|header",
        "{model: m, port: 1, command: ['{jvm}'], contract: none, url: /x, headers: ['Expect: x']}|client sets",
        "{model: m, port: 1, command: ['{jvm}'], contract: none, url: /x, body: b}|cannot be read",
        "{model: m, port: 0, command: ['{jvm}']}|invalid port",
        "{model: m, port: 1, command: ['{jvm}'], ready_seconds: 0}|invalid ready_seconds 0",
        "{model: m, port: 1, command: ['{jvm}'], contract: other}|other",
        "{model: m, port: 1, command: ['{jvm}'], colours: 1}|colours"
      })
  void aDescriptorThatCannotBeUsedIsRefusedByNameAndReason(String text, String reason) {
    assertThatThrownBy(() -> with("mine.yml", text))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mine.yml")
        .hasMessageContaining(reason);
  }

  @Test
  void filesWithoutTheFormThatTheyNeedAreRefused() throws IOException {
    assertThatThrownBy(
            () -> with("mine.yml", MINE + "contract: none\nurl: https://h/x\ntrust: mine.yml\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected certificates as PEM");
    Files.writeString(folder.resolve("roles.csv"), "no rule\n");
    assertThatThrownBy(() -> with("mine.yml", MINE + "roles: roles.csv\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("roles.csv:1");
  }
}

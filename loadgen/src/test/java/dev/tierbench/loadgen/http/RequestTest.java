package dev.tierbench.loadgen.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.cli.Plans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {

  @TempDir Path folder;

  private static String encoded(String... arguments) {
    return new String(Plans.of(arguments).target().encoded(), ISO_8859_1);
  }

  private String withBody(String name, String... arguments) throws Exception {
    Path file = Files.write(folder.resolve(name), new byte[] {'{', (byte) 0xff, '\r', '\n'});
    List<String> all = new ArrayList<>(List.of("http://h:1/p", "--body-file", file.toString()));
    all.addAll(List.of(arguments));
    return encoded(all.toArray(String[]::new));
  }

  @Test
  void theLastRequestOfAConnectionAsksForItsEnd() {
    assertThat(
            new String(
                Plans.of("http://h:1/p", "-H", "connection: keep-alive", "-H", "A: b")
                    .target()
                    .encodedLast(),
                ISO_8859_1))
        .isEqualTo("GET /p HTTP/1.1\r\nHost: h:1\r\nA: b\r\nConnection: close\r\n\r\n");
  }

  @Test
  void aBodyFollowsTheHeadThatTellsItsLength() throws Exception {
    assertThat(withBody("b.json", "--method", "POST"))
        .isEqualTo(
            "POST /p HTTP/1.1\r\nHost: h:1\r\nContent-Type: application/json\r\n"
                + "Content-Length: 4\r\n\r\n{\u00ff\r\n");
  }

  @Test
  void aNameThatSaysNothingIsAnOctetStream() throws Exception {
    assertThat(withBody("b.bin", "--method", "PUT"))
        .contains("Content-Type: application/octet-stream\r\n");
  }

  @Test
  void aContentTypeOfTheUserStandsAlone() throws Exception {
    assertThat(withBody("b.json", "--method", "POST", "-H", "content-TYPE: text/csv"))
        .contains("content-TYPE: text/csv\r\n")
        .doesNotContain("application/json");
  }

  @Test
  void aGetCarriesABodyWhenItIsAskedForByName() throws Exception {
    assertThat(withBody("b.json", "--method", "GET")).startsWith("GET /p ").endsWith("{\u00ff\r\n");
  }

  @Test
  void anEmptyFileIsABodyOfNoBytes() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(encoded("http://h/", "--method", "DELETE", "--body-file", empty.toString()))
        .endsWith("Content-Length: 0\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({"POST,true", "PUT,true", "PATCH,true", "GET,false", "HEAD,false", "DELETE,false"})
  void aMethodThatUsuallyHasABodySaysThatItHasNone(String method, boolean says) {
    assertThat(encoded("http://h:1/p", "--method", method).contains("Content-Length: 0\r\n"))
        .isEqualTo(says);
  }

  @Test
  void aPlainGetIsAsItEverWas() {
    assertThat(encoded("http://h:1/p?q=1", "-H", "X: y"))
        .isEqualTo("GET /p?q=1 HTTP/1.1\r\nHost: h:1\r\nX: y\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GE T", "GET\r\nX: y", "G:T", "CONNECT", "P\u00d6ST"})
  void whatIsNoMethodIsRefused(String method) {
    assertThatThrownBy(() -> Plans.of("http://h/", "--method=" + method))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 4", "transfer-encoding: chunked"})
  void aSecondLengthOfTheBodyIsRefused(String header) {
    assertThatThrownBy(() -> withBody("b.json", "--method", "POST", "-H", header))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--body-file sets Content-Length");
  }

  @Test
  void aBodyNeedsAMethod() {
    assertThatThrownBy(() -> withBody("b.json"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--body-file needs a --method");
  }

  @Test
  void headersOfAFileAreSentAfterThoseOfTheCommandLine() throws Exception {
    Path file =
        Files.writeString(folder.resolve("headers"), "Authorization: Bearer S3CRET\n\nX: 2\n");
    assertThat(encoded("http://h/", "-H", "X: 1", "--header-file", file.toString()))
        .isEqualTo(
            "GET / HTTP/1.1\r\nHost: h:80\r\nX: 1\r\nAuthorization: Bearer S3CRET\r\nX: 2\r\n\r\n");
  }

  @Test
  void aLineOfAFileThatIsNoHeaderIsNamedAndNotQuoted() throws Exception {
    Path file = Files.writeString(folder.resolve("headers"), "X: 1\nBearer S3CRET\n");
    assertThatThrownBy(() -> Plans.of("http://h/", "--header-file", file.toString()))
        .hasMessageContaining("--header-file " + file + ":2: expected 'Name: value'")
        .message()
        .doesNotContain("S3CRET");
    assertThatThrownBy(() -> Plans.of("http://h/", "--header-file", folder + "/none"))
        .hasMessageContaining("--header-file " + folder + "/none does not exist");
  }

  @Test
  void aUrlOfAFileIsAskedForAndNotShown() throws Exception {
    Path file = Files.writeString(folder.resolve("url"), "http://h:1/x?token=S3CRET\n");
    Target target = Plans.of("http://h:1/x?token=${ENV:T}", "--url-file", file.toString()).target();
    assertThat(new String(target.encoded(), ISO_8859_1))
        .startsWith("GET /x?token=S3CRET HTTP/1.1\r\n");
    assertThat(target.shown()).isEqualTo("http://h:1/x?token=${ENV:T}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://h/ S3CRET", "ftp://S3CRET", "http://a/\nhttp://S3CRET/"})
  void aFileWithoutAUrlIsRefusedAndNotQuoted(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("url"), text);
    assertThatThrownBy(() -> Plans.of("http://h/", "--url-file", file.toString()))
        .hasMessageContaining("--url-file")
        .message()
        .doesNotContain("S3CRET");
  }

  @Test
  void aBodyFileThatIsNotThereIsNamed() {
    assertThatThrownBy(
            () -> Plans.of("http://h/", "--method", "POST", "--body-file", folder + "/none"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none does not exist");
    assertThatThrownBy(
            () -> Plans.of("http://h/", "--method", "POST", "--body-file", folder.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(folder.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--expect-body x", "--expect-length 0"})
  void answersToHeadHaveNoBodyToCompare(String expectation) {
    assertThatThrownBy(() -> TestRun.plan("http://h --method HEAD " + expectation))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("answers to HEAD have no body");
  }
}

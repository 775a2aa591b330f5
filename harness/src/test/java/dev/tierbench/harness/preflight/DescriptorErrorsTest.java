package dev.tierbench.harness.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.HarnessProgram;
import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.tier.remote.HostsFile;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.InvalidInput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong in a file of the user's is said in words of that file. */
class DescriptorErrorsTest {

  private static final String SERVER =
      """
      model: mine
      command: ["{java}", "{jvm}", -jar, mine.jar]
      port: 9080
      """;

  private static final String SUITE =
      """
      title: T
      study: S
      operation: task
      heap: 1g
      baseline: one
      cases:
        c: {engine: once, description: d}
      implementations:
        one: {threads: cores}
      """;

  private static final List<String> TEXTS =
      List.of("alias", "model", "module", "container", "url", "method", "body", "trust", "health");
  private static final List<String> LISTS =
      List.of("command", "options", "headers", "verify_options");

  @TempDir private Path folder;

  private static InvalidInput errorOf(Path file, Class<?> type) {
    try {
      Object read = Descriptors.one(file, type);
      throw new AssertionError("was read: " + read);
    } catch (InvalidInput e) {
      return e;
    } catch (IOException e) {
      throw new AssertionError("no error of a file that a person wrote", e);
    }
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("mine.yml"), text);
  }

  /** The message, which has to be a person's: one line, with the file, without a word of Java. */
  private static String readable(Path file, String message) {
    assertThat(message)
        .contains(file.toString())
        .doesNotContain("\n", "\r", " class", "dev.tierbench", "com.fasterxml", "tools.jackson")
        .doesNotContain("java.", "Exception", "`", "snakeyaml", "org.", "through reference");
    return message;
  }

  private String error(Class<?> type, String text) throws IOException {
    Path file = write(text);
    return readable(file, errorOf(file, type).getMessage());
  }

  /** Those fields of the descriptor with other lines than before. */
  private static String without(String text, String field) {
    return text.lines()
        .filter(line -> !line.startsWith(field + ":"))
        .reduce("", (all, line) -> all + line + "\n");
  }

  static Stream<Arguments> wrongFieldsOfServers() {
    Stream<Arguments> texts =
        TEXTS.stream()
            .flatMap(field ->
                Stream.of(
                    Arguments.of(field, field + ": [a, b]", "expected a text"),
                    Arguments.of(field, field + ": {a: b}", "expected a text")));
    Stream<Arguments> lists =
        LISTS.stream()
            .flatMap(field ->
                Stream.of(
                    Arguments.of(field, field + ": word", "expected a list of texts"),
                    Arguments.of(field, field + ": {a: b}", "expected a list of texts"),
                    Arguments.of(field, field + ": [{a: b}]", "expected a text"),
                    Arguments.of(field, field + ": [a, null]", "is empty")));
    Stream<Arguments> maps =
        Stream.of("env", "vary")
            .flatMap(field ->
                Stream.of(
                    Arguments.of(field, field + ": word", "expected fields, 'name: value'"),
                    Arguments.of(field, field + ": {a: [b]}", "expected a text"),
                    Arguments.of(field, field + ": {a: }", "is empty")));
    Stream<Arguments> numbers =
        Stream.of("port", "ready_seconds", "colour")
            .flatMap(field ->
                Stream.of("eighty", "80.5", "99999999999", "[1]", "{a: 1}")
                    .map(value ->
                        Arguments.of(field, field + ": " + value, "expected a whole number")));
    Stream<Arguments> flags =
        Stream.of("insecure", "standard", "bound")
            .flatMap(field ->
                Stream.of("yes", "[true]", "{a: b}")
                    .map(value ->
                        Arguments.of(field, field + ": " + value, "expected true or false")));
    Stream<Arguments> ranges =
        Stream.of(
            Arguments.of("port", "port: 0", "expected 1 to 65535"),
            Arguments.of("port", "port: 65536", "expected 1 to 65535"),
            Arguments.of("port", "port:", "expected 1 to 65535"),
            Arguments.of("ready_seconds", "ready_seconds: 0", "expected 1 or more"),
            Arguments.of("colour", "colour: -1", "expected 0 to 99"),
            Arguments.of("model", "model:", "is needed"),
            Arguments.of("model", "model: ''", "is needed"),
            Arguments.of("command", "command: []", "is needed"),
            Arguments.of("contract", "contract: tierbench/2", "one of tierbench/1, none"),
            Arguments.of("jvm", "jvm: mine", "one of sweep, own"));
    return Stream.of(texts, lists, maps, numbers, flags, ranges).flatMap(fields -> fields);
  }

  @ParameterizedTest
  @MethodSource("wrongFieldsOfServers")
  void aWrongFieldOfAServerIsNamedWithItsLineAndWhatWasExpected(
      String field, String line, String expected) throws IOException {
    String text = without(SERVER, field) + line + "\n";
    long number = text.lines().count();
    assertThat(error(ServerDescriptor.class, text))
        .contains("mine.yml:" + number + ": ", field, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "engine: once|engine: twice|cases.c.engine|one of once, jmh",
        "engine: once, |''|engine|is needed",
        "description: d|description: null|description|is needed",
        "threads: cores|threads: few|threads|invalid threads 'few'",
        "threads: cores|threads: cores, per_task: {threads: -1}|per_task|must not be negative",
        "threads: cores|threads: cores, per_task: {micros: x}|per_task.micros|expected a number",
        "threads: cores|threads: cores, colour: 1000|colour|expected 0 to 99",
        "threads: cores|thread: cores|implementations.one.thread|did you mean 'threads'?",
        "heap: 1g|heap:|heap|is needed",
        "title: T|title:|title|is needed",
        "study: S|study: ''|study|is needed",
        "operation: task|''|operation|is needed",
        "baseline: one|baseline: [one]|baseline|expected a text",
        "baseline: one|base_line: one|base_line|did you mean 'baseline'?",
        "heap: 1g|presets: {p: {sizes: [0]}}|sizes|must be positive",
        "heap: 1g|presets: {p: {sizes: [a]}}|presets.p.sizes[0]|expected a whole number",
        "heap: 1g|published: [{target: a}]|case|is needed",
        "heap: 1g|defects: [null]|defects[0]|is empty",
      })
  void aWrongFieldOfASuiteIsNamed(String right, String wrong, String field, String expected)
      throws IOException {
    String text = SUITE.replace(right, wrong);
    assertThat(text).isNotEqualTo(SUITE);
    assertThat(error(SuiteDescriptor.class, text)).contains(field, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server: {contxt: a}|server.contxt|did you mean 'context'?",
        "servers: {context: a}|servers|did you mean 'server'?",
        "server: [a]|server|expected",
        "load: a|load|expected a list",
        "load: [null]|load[0]|is empty",
        "server: {context: [a]}|server.context|expected a text",
        "server: {address: 10.0.0.2}|server|expected either 'context'",
        "echo: {ssh: -oX, address: b}|ssh|must not begin with '-'",
        "echo: {ssh: a, address: b, cpus: x}|echo|x",
      })
  void aWrongFieldOfTheHostsIsNamed(String text, String field, String expected)
      throws IOException, InterruptedException {
    Path file = write(text);
    try {
      throw new AssertionError("was read: " + HostsFile.read(file));
    } catch (InvalidInput e) {
      assertThat(readable(file, e.getMessage())).contains(field, expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: x|unknown field 'name': expected one of alias, model, ",
        "ports: 1|unknown field 'ports' (did you mean 'port'?): expected one of ",
        "Port: 1|unknown field 'Port' (did you mean 'port'?)",
        "verifyOptions: []|unknown field 'verifyOptions' (did you mean 'verify_options'?)",
      })
  void anUnknownFieldIsNamedWithTheOneThatWasMeant(String line, String expected)
      throws IOException {
    assertThat(error(ServerDescriptor.class, SERVER + line + "\n"))
        .contains("mine.yml:4: " + expected);
  }

  static Stream<Arguments> linesOfTheGuide() throws IOException {
    Pattern row = Pattern.compile("\\| `([a-z_]+: .*)` \\| (.*) \\|");
    String guide = Files.readString(Path.of("../docs/your-service.md"));
    return guide
        .substring(guide.indexOf("## What is refused"))
        .lines()
        .map(row::matcher)
        .filter(Matcher::matches)
        .map(found -> Arguments.of(found.group(1), found.group(2)));
  }

  @ParameterizedTest
  @MethodSource("linesOfTheGuide")
  void theGuideQuotesTheMessages(String line, String message) throws IOException {
    String text = SERVER + "contract: none\nurl: /orders\n";
    String field = line.substring(0, line.indexOf(':'));
    assertThat(error(ServerDescriptor.class, without(text, field) + line + "\n")).contains(message);
  }

  @Test
  void theGuideHasSuchLines() throws IOException {
    assertThat(linesOfTheGuide()).hasSizeGreaterThan(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: 1~port: 2|mine.yml:2: the field 'port' is given twice: first in line 1",
        "env: {A: b, A: c}|the field 'env.A' is given twice",
        "env:~\tA: b|mine.yml:2: begins with a tab: indent with spaces",
        "a: &x [1, 2]~b: *x|mine.yml:1: anchors (&name) and aliases (*name) are not read",
        "model: m~---~model: n|expected the end of the file",
        "[model, m]|expected fields, 'name: value'",
        "model|expected fields, 'name: value'",
        "model: [a|cannot be read from here on",
        "model: 'a|cannot be read from here on",
        "model: a: b|mine.yml:1: cannot be read from here on",
        "<<: {a: b}|unknown field '<<'",
        "model: !!java.lang.Thread [x]|expected a text",
      })
  void textThatIsNoYamlOfFieldsIsRefusedWithItsLine(String text, String expected)
      throws IOException {
    assertThat(error(ServerDescriptor.class, text.replace("~", "\n").replace("\\t", "\t")))
        .contains(expected);
  }

  @Test
  void anEmptyFileAndOneOfCommentsAreRefused() throws IOException {
    assertThat(error(ServerDescriptor.class, "")).contains("is empty: expected fields");
    assertThat(error(ServerDescriptor.class, "# nothing\n")).contains("is empty");
  }

  @Test
  void aBombOfAliasesIsRefusedAtItsFirstAnchor() throws IOException {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 60; i++) {
      bomb.append("a%1$d: &a%1$d [*a%2$d, *a%2$d]%n".formatted(i, i - 1));
    }
    assertThat(error(ServerDescriptor.class, bomb.toString())).contains("mine.yml:1: anchors");
    assertThat(error(ServerDescriptor.class, "a: " + "[".repeat(100_000))).contains("nested");
    assertThat(error(ServerDescriptor.class, "a: \u0000")).contains("cannot be read from here");
  }

  @Test
  void whatIsNoFileOfTextIsRefusedWithoutWaiting() throws Exception {
    Path none = folder.resolve("none.yml");
    assertThat(readable(none, errorOf(none, ServerDescriptor.class).getMessage()))
        .contains("no such file");
    assertThat(readable(folder, errorOf(folder, ServerDescriptor.class).getMessage()))
        .contains("is a folder");
    Path pipe = folder.resolve("pipe.yml");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThat(readable(pipe, errorOf(pipe, ServerDescriptor.class).getMessage()))
                .contains("is no regular file"));
    Path large = Files.writeString(folder.resolve("large.yml"), "#".repeat(10 << 20));
    assertThat(readable(large, errorOf(large, ServerDescriptor.class).getMessage()))
        .contains("is larger than 1 MiB");
    Path bytes = Files.write(folder.resolve("bytes.yml"), new byte[] {'a', ':', (byte) 0xff});
    assertThat(readable(bytes, errorOf(bytes, ServerDescriptor.class).getMessage()))
        .contains("is not text in UTF-8");
  }

  private static String sweep(int exitCode, String... options) {
    StringWriter printed = new StringWriter();
    assertThat(
            HarnessProgram.commandLine(new SweepCommand())
                .setErr(new PrintWriter(printed))
                .execute(options))
        .describedAs(printed.toString())
        .isEqualTo(exitCode);
    return printed.toString().strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"name: x", "port: x", "env: [", "roles: none.csv", "port: 0"})
  void aSweepEndsWithOneLineAndTheCodeOfAUsageError(String line) throws IOException {
    Path file = write(without(SERVER, line.substring(0, line.indexOf(':'))) + line + "\n");
    String printed = sweep(2, "--home", "..", "--dry-run", "--servers", file.toString());
    assertThat(readable(file, printed)).startsWith("sweep: ");
  }

  @Test
  void aSweepRefusesAFileThatIsNotThere() {
    Path none = folder.resolve("none.yml");
    assertThat(sweep(2, "--home", "..", "--dry-run", "--servers", none.toString()))
        .isEqualTo("sweep: " + none + ": no such file");
    assertThat(sweep(2, "--home", "..", "--dry-run", "--hosts", none.toString()))
        .isEqualTo("sweep: " + none + ": no such file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--trials|x",
        "--ports|tomcat=x",
        "--ports|tomcat",
        "--tiers|nowhere",
        "--verify|never",
        "--warmup-level|1.5",
        "--java|a\0b",
        "--repeat-noisy|-",
      })
  void anOptionThatCannotBeConvertedIsSaidWithoutAWordOfJava(String option, String value) {
    assertThat(sweep(2, "--home", "..", "--dry-run", option, value))
        .contains(option)
        .doesNotContain("java.", "Exception", "dev.tierbench", "\n");
  }
}

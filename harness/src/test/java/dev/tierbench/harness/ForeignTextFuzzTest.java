package dev.tierbench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.harness.http.verify.ContractEvent;
import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.harness.tier.remote.HostsFile;
import dev.tierbench.observer.agent.AgentReply;
import dev.tierbench.run.Fuzz;
import dev.tierbench.run.IoFunction;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Descriptors that people wrote and lines that other programs sent, damaged. */
@Tag("fuzz")
class ForeignTextFuzzTest {

  private static final String HOSTS =
      """
      server: {ssh: root@10.0.0.2, address: 10.0.0.2, cpus: 0-31, java: /opt/jdk/bin/java}
      echo: {ssh: root@10.0.0.3}
      load: [local, {ssh: root@10.0.0.5}, {context: big, address: 10.0.0.6}]
      """;

  @TempDir private Path folder;

  private static Stream<Arguments> files() throws IOException {
    return Stream.of(
        Arguments.of(
            named("servers", file -> Servers.read(file.getParent())),
            texts("../servers", "../examples")),
        Arguments.of(
            named("suites", file -> Descriptors.suites(file.getParent())), texts("../suites")),
        Arguments.of(named("hosts", ForeignTextFuzzTest::hosts), List.of(bytes(HOSTS))));
  }

  private static Named<IoFunction<Path, Object>> named(
      String name, IoFunction<Path, Object> reader) {
    return Named.of(name, reader);
  }

  /** Reads a whole file of hosts that needs no look-up of a Docker context. */
  private static Object hosts(Path file) throws IOException {
    HostsFile hosts = Descriptors.one(file, HostsFile.class);
    boolean isComplete =
        Stream.of(hosts.server(), hosts.echo())
            .flatMap(entry -> entry.stream())
            .allMatch(entry -> entry.context().isEmpty() || entry.address().isPresent());
    try {
      return isComplete ? HostsFile.read(file) : hosts;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void aDescriptorOrALine(IoFunction<Path, Object> reader, List<byte[]> real) {
    Path file = folder.resolve("mine.yml");
    Fuzz.feed(
        real,
        IOException.class,
        input -> {
          Files.write(file, input);
          assertThat(reader.apply(file)).isNotNull();
        });
  }

  private static Stream<Arguments> lines() {
    return Stream.of(
        Arguments.of(
            LoadEvent.class,
            lines(
                RunJson.toJsonLine(LoadEvent.connected(1_760_000_000_000L, 200, 0.25)),
                RunJson.toJsonLine(LoadEvent.phaseStart(1_760_000_000_000L, "measure")),
                RunJson.toJsonLine(LoadEvent.second(1_760_000_000_000L, "measure", 1, 5_000, 2)),
                RunJson.toJsonLine(LoadEvent.done(1_760_000_000_000L, 0)))),
        Arguments.of(
            AgentReply.class,
            lines(
                "{\"id\":1}",
                "{\"id\":2,\"value\":{\"pid\":42,\"cores\":[0,1],\"name\":\"tomcat\"}}",
                "{\"id\":3,\"error\":\"process 42 is gone\"}")),
        Arguments.of(
            ContractEvent.class,
            lines(
                "{\"event\":\"begins\",\"seed\":7}",
                "{\"event\":\"check\",\"name\":\"answers\",\"reason\":\"none\",\"earlier\":[\"late\"]}",
                "{\"event\":\"done\",\"passed\":20,\"failed\":1}")));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aRecordOrALine(Class<?> type, List<byte[]> real) {
    Fuzz.feed(
        real,
        IOException.class,
        input -> {
          Object read = RunJson.parseLine(new String(input, StandardCharsets.UTF_8), type);
          assertThat(read).isInstanceOf(type).hasNoNullFieldsOrProperties();
        });
  }

  private static List<byte[]> lines(String... lines) {
    return Stream.of(lines).map(ForeignTextFuzzTest::bytes).toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<byte[]> texts(String... folders) throws IOException {
    List<byte[]> texts = new ArrayList<>();
    for (String folder : folders) {
      try (Stream<Path> all = Files.walk(Path.of(folder), 2)) {
        all.filter(file -> file.toString().endsWith(Descriptors.SUFFIX))
            .sorted()
            .map(ForeignTextFuzzTest::content)
            .forEach(texts::add);
      }
    }
    return texts;
  }

  private static byte[] content(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.tierbench.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines between a harness and an agent, damaged. */
@Tag("fuzz")
class AgentFuzzTest {

  private static final List<AgentRequest> REQUESTS =
      List.of(
          new AgentRequest.Ping(),
          new AgentRequest.Listener("127.0.0.1", 8080),
          new AgentRequest.Hold(42, "0-3,7"),
          new AgentRequest.Stop(42, true));

  @TempDir private Path folder;

  @Test
  void aCallOrALine() {
    List<byte[]> calls =
        REQUESTS.stream()
            .map(request -> RunJson.toJsonLine(new AgentCall(7, request)))
            .map(line -> line.getBytes(StandardCharsets.UTF_8))
            .toList();
    Fuzz.feed(
        calls,
        IOException.class,
        input ->
            assertThat(
                    RunJson.parseLine(new String(input, StandardCharsets.UTF_8), AgentCall.class))
                .hasNoNullFieldsOrProperties());
  }

  @Test
  void packedFilesStayInTheirFolder() throws IOException {
    Path from = Files.createDirectories(folder.resolve("from/raw"));
    Files.writeString(from.resolve("a.txt"), "threads ".repeat(50));
    Files.writeString(folder.resolve("from/threads.csv"), "tid,name\n1,main\n");
    String line = RunJson.toJsonLine(PackedFiles.of(folder.resolve("from")));
    Path to = folder.resolve("outer/to");
    Fuzz.feed(
        List.of(line.getBytes(StandardCharsets.UTF_8)),
        IOException.class,
        input ->
            RunJson.parseLine(new String(input, StandardCharsets.UTF_8), PackedFiles.class)
                .unpack(to));
    try (Stream<Path> beside = Files.list(folder.resolve("outer"))) {
      assertThat(beside).containsExactly(to);
    }
  }
}

package dev.tierbench.harness.http.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Plan.Pinning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Containers and processes are only comparable when their JVMs get the same options. */
class ComposeFileTest {

  private static List<String> entrypoint(String after) throws IOException {
    String file = Files.readString(Path.of("../docker-compose.yml"));
    return file.substring(file.indexOf("\n" + after + ":"))
        .lines()
        .dropWhile(line -> !line.strip().equals("entrypoint:"))
        .skip(1)
        .takeWhile(line -> line.strip().startsWith("- "))
        .map(line -> line.strip().substring(2))
        .filter(option -> option.startsWith("-X"))
        .map(option -> option.replace("${SERVER_HEAP:-1g}", "1g"))
        .toList();
  }

  @Test
  void theJvmsInContainersGetTheOptionsOfALocalSweep() throws IOException {
    Map<String, List<String>> local =
        TierCommands.jvmOptions("1g", new Pinning(Pinning.OFF, Map.of(), ""));
    assertThat(entrypoint("x-server")).isEqualTo(local.get("server"));
    assertThat(entrypoint("services")).isEqualTo(local.get("echo"));
  }
}

package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Load;
import dev.tierbench.run.file.RunJson;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadResultTest {

  @Test
  void theRequestStandsInTheFile() {
    LoadResult posted =
        new LoadResult(
            LoadResult.SCHEMA,
            "https://h/",
            new LoadResult.Request(
                "POST", 17, Optional.of(new LoadResult.Tls("TLSv1.3", "TLS_AES_128_GCM_SHA256"))),
            new Load.Closed(1),
            new LoadResult.Connections(1, 1, 0, 0.1),
            List.of(),
            List.of(),
            new LoadResult.Environment("1", "25", "epoll", 1, List.of()));
    String json = RunJson.toJsonLine(posted);
    assertThat(json)
        .contains(
            "\"request\":{\"method\":\"POST\",\"body_bytes\":17,"
                + "\"tls\":{\"protocol\":\"TLSv1.3\",\"cipher\":\"TLS_AES_128_GCM_SHA256\"}}");
    assertThat(RunJson.parse(json, LoadResult.class)).isEqualTo(posted);
  }
}

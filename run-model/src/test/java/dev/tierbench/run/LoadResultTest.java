package dev.tierbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadResultTest {

  private static final LoadResult OLD =
      new LoadResult(
          LoadResult.SCHEMA,
          "http://h/",
          new Load.Closed(1),
          new LoadResult.Connections(1, 1, 0, 0.1),
          List.of(),
          List.of(),
          new LoadResult.Environment("1", "25", "epoll", 1, List.of()));

  @Test
  void aFileThatDoesNotTellItsRequestIsRead() {
    String json = RunJson.toJson(OLD).replaceFirst("\"request\" : null,", "");
    assertThat(json).doesNotContain("request\"");
    assertThat(RunJson.parse(json, LoadResult.class)).isEqualTo(OLD);
  }

  @Test
  void theRequestStandsInTheFile() {
    LoadResult posted =
        new LoadResult(
            OLD.schema(),
            "https://h/",
            Optional.of(
                new LoadResult.Request(
                    "POST",
                    17,
                    Optional.of(new LoadResult.Tls("TLSv1.3", "TLS_AES_128_GCM_SHA256")))),
            OLD.load(),
            OLD.connections(),
            OLD.phases(),
            OLD.failures(),
            OLD.environment());
    String json = RunJson.toJsonLine(posted);
    assertThat(json)
        .contains(
            "\"request\":{\"method\":\"POST\",\"body_bytes\":17,"
                + "\"tls\":{\"protocol\":\"TLSv1.3\",\"cipher\":\"TLS_AES_128_GCM_SHA256\"}}");
    assertThat(RunJson.parse(json, LoadResult.class)).isEqualTo(posted);
  }
}

package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.rules.Steps;
import dev.tierbench.run.file.RunJson;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadResultTest {

  @Test
  void theRequestStandsInTheFile() {
    LoadResult posted =
        Steps.load()
            .withRequest(
                new LoadResult.Request(
                    "POST",
                    17,
                    Optional.of(new LoadResult.Tls("TLSv1.3", "TLS_AES_128_GCM_SHA256")),
                    Optional.of(20)));
    String json = RunJson.toJsonLine(posted);
    assertThat(json)
        .contains(
            "\"request\":{\"method\":\"POST\",\"body_bytes\":17,"
                + "\"tls\":{\"protocol\":\"TLSv1.3\",\"cipher\":\"TLS_AES_128_GCM_SHA256\"},"
                + "\"http2_streams\":20}");
    assertThat(RunJson.parse(json, LoadResult.class)).isEqualTo(posted);
  }
}

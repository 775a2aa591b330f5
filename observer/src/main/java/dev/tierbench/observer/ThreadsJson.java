package dev.tierbench.observer;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code observation.json} with the threads in it: what {@code threads --json} prints. */
record ThreadsJson(@JsonUnwrapped Observation observed, List<Row> threads) {

  /** A row of {@code threads.csv}. */
  record Row(
      long tid,
      String name,
      String role,
      ThreadState state,
      @JsonAnyGetter Map<String, Optional<Long>> counts) {}

  static ThreadsJson of(Observation observed, ThreadTable threads) {
    return new ThreadsJson(
        observed,
        threads.rows().stream()
            .map(row ->
                new Row(row.tid(), row.name(), row.role(), row.state(), row.counts().columns()))
            .toList());
  }
}

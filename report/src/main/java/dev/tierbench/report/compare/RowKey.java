package dev.tierbench.report.compare;

import dev.tierbench.metrics.Metric;
import dev.tierbench.run.Parameters;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a row is about. */
@RecordBuilder
public record RowKey(
    String metric,
    String subject,
    Optional<Parameters> parameters,
    Optional<String> role,
    Optional<String> syscall,
    Optional<String> frame)
    implements RowKeyBuilder.With {

  static RowKey of(String metric, String subject) {
    return new RowKey(
        metric, subject, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Whether the row is about that metric of a cell with those parameters. */
  public boolean is(Metric wanted, String operation, Parameters cell) {
    return metric.equals(wanted.title(operation)) && parameters.filter(cell::equals).isPresent();
  }

  /** {@code tomcat-platform @ 800, worker, futex}. */
  public String label() {
    return cell() + part();
  }

  /** {@code tomcat-platform @ 800}. */
  String cell() {
    return subject + parameters.map(at -> " @ " + at.label()).orElse("");
  }

  /** {@code , worker, futex}; empty for the whole of a cell. */
  String part() {
    return Stream.of(role, syscall, frame)
        .flatMap(Optional::stream)
        .map(name -> ", " + name)
        .collect(Collectors.joining());
  }
}

package dev.tierbench.observer;

import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.ThreadTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The threads of one role together. */
record RoleSums(String role, int threads, Counts counts) {

  /** All roles of the table, in the order in which a reader wants them, unknown ones last. */
  static List<RoleSums> of(ThreadTable table) {
    List<RoleSums> sums = new ArrayList<>();
    table
        .byRole()
        .forEach((role, rows) -> sums.add(new RoleSums(role, rows.size(), ThreadTable.sum(rows))));
    sums.sort(
        Comparator.comparingInt((RoleSums sum) -> rank(sum.role()))
            .thenComparingLong(sum -> -sum.counts().get(Counter.CPU_NS).orElse(0L)));
    return sums;
  }

  /** All roles of the table as {@code observation.json} has them. */
  static List<Observation.Role> written(ThreadTable table) {
    return of(table).stream()
        .map(sum -> new Observation.Role(sum.role(), sum.threads(), sum.counts().columns()))
        .toList();
  }

  /** The roles as CSV with the columns of {@code threads.csv}; what was not measured is empty. */
  static String toCsv(ThreadTable table) {
    StringBuilder csv = new StringBuilder("role,threads");
    for (Counter counter : Counter.values()) {
      csv.append(',').append(counter.column());
    }
    for (RoleSums sum : of(table)) {
      csv.append('\n').append(sum.role()).append(',').append(sum.threads());
      for (Counter counter : Counter.values()) {
        csv.append(',').append(sum.counts().get(counter).map(String::valueOf).orElse(""));
      }
    }
    return csv.append('\n').toString();
  }

  private static int rank(String role) {
    int index = Roles.order().indexOf(role);
    return index < 0 ? Roles.order().size() : index;
  }
}

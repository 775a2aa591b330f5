package dev.tierbench.suite.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Settings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsTest {

  private static final int TASKS = 50;

  @TempDir Path folder;

  /** A pool of connections to a file, whose writers wait for each other. */
  private PooledRows pool(int connections) throws SQLException {
    String url = "jdbc:sqlite:" + folder.resolve("rows.db");
    try (Connection connection = DriverManager.getConnection(url)) {
      AnswerTable.make(connection);
    }
    List<AnswerTable> tables = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      tables.add(new AnswerTable(DriverManager.getConnection(url)));
    }
    return new PooledRows(tables);
  }

  @Test
  void moreTasksThanConnectionsTakeTurns() throws Exception {
    PooledRows rows = pool(2);
    assertThat(rows.held().nanosPerOperation()).isEmpty();
    try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < TASKS; i++) {
        int uid = i;
        all.add(
            tasks.submit(() -> {
              rows.insert(uid, 200);
              rows.delete(uid);
              return uid;
            }));
      }
      for (Future<?> task : all) {
        task.get();
      }
    }
    assertThat(rows.held().nanosPerOperation().orElseThrow()).isPositive();
    rows.held().reset();
    assertThat(rows.held().nanosPerOperation()).isEmpty();
    rows.close();
  }

  @Test
  void statementsThatWereHeldUpDoNotMakeTheLeastTimeLonger() {
    HeldTimes held = new HeldTimes();
    for (int i = 0; i < 10; i++) {
      held.inserted(i < 5 ? 100 : 90_000);
    }
    assertThat(held.nanosPerOperation()).hasValue(100);
    for (int i = 0; i < 10; i++) {
      held.deleted(300);
    }
    assertThat(held.nanosPerOperation()).as("the mean of both kinds").hasValue(200);
    held.reset();
    for (int i = 0; i < 10; i++) {
      held.inserted(i < 2 ? 50 : 100);
    }
    assertThat(held.nanosPerOperation()).as("never more than the mean").hasValue(90);
  }

  @Test
  void aStatementThatFailsGivesItsConnectionBack() throws SQLException {
    PooledRows rows = pool(1);
    assertThatThrownBy(() -> rows.delete(7)).hasMessage("expected to change 1 row, changed 0");
    assertThat(rows.held().nanosPerOperation()).isEmpty();
    rows.insert(7, 200);
    rows.close();
  }

  @Test
  void aTaskThatIsInterruptedWhileItWaitsFails() throws SQLException {
    PooledRows rows = pool(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> rows.insert(1, 200)).hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    rows.close();
  }

  private static Rows.Database database(Map<String, String> values) {
    return Rows.of(new Settings(new Case(TasksStudy.NAME, TasksStudy.CONCURRENT), 10, values));
  }

  @Test
  void theSettingsNameTheDatabaseAndTheSizeOfItsPool() throws SQLException {
    Map<String, String> address =
        Map.of("database", "jdbc:postgresql://127.0.0.1:5442/tierbench", "user", "tierbench");
    Rows.Database usual = database(address);
    assertThat(usual.pool()).isEqualTo("database connections");
    assertThat(usual.connections()).isEqualTo(20);
    assertThat(usual.driver().name()).isEqualTo("postgresql");
    assertThat(usual.driver().version()).startsWith("42.");
    Map<String, String> small = new HashMap<>(address);
    small.put("pool", "5");
    assertThat(database(small).connections()).isEqualTo(5);
    Rows.Database file = database(Map.of("database", folder.resolve("tasks.db").toString()));
    assertThat(file.pool()).isEqualTo("database writer");
    assertThat(file.connections()).isEqualTo(1);
  }
}

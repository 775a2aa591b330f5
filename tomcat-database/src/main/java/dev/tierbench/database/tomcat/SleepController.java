package dev.tierbench.database.tomcat;

import dev.tierbench.server.database.DatabaseWorkload;
import dev.tierbench.server.jdbc.JdbcDatabaseClient;
import dev.tierbench.server.spring.ThreadCalls;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers with what the database answers. */
@RestController
final class SleepController {
  private final ThreadCalls calls;
  private final JdbcDatabaseClient database;

  SleepController(ThreadCalls calls, JdbcDatabaseClient database) {
    this.calls = calls;
    this.database = database;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  String sleep(HttpServletRequest request) {
    DatabaseWorkload asked = DatabaseWorkload.of(request.getQueryString());
    return asked.work().answer(calls.of(asked.work(), () -> database.ask(asked.query())));
  }
}

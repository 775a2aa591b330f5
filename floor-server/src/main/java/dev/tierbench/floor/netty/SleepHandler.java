package dev.tierbench.floor.netty;

import dev.tierbench.server.Workload;

/** Answers with what echo answers; no thread waits. */
record SleepHandler(EchoClient echo) {
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;

  void sleep(String query, ServerConnection client) {
    Workload work;
    try {
      work = Workload.of(query);
    } catch (Workload.Invalid refusal) {
      client.answer(BAD_REQUEST, refusal.getMessage() + "\n");
      return;
    }
    echo.ask(
        work,
        (body, failure) -> {
          if (failure == null) {
            client.answer(OK, work.answer(body));
          } else {
            client.answer(failure.status(), failure.getMessage() + "\n");
          }
        });
  }
}

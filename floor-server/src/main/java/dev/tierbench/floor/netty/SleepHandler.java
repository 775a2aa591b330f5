package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.Workload;

/** Answers with what echo answers; no thread waits. */
final class SleepHandler {
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;

  private final EchoClient echo;

  SleepHandler(EchoClient echo) {
    this.echo = echo;
  }

  /** Takes the answer to the client. */
  interface Response {
    void answer(int status, String text);
  }

  void sleep(String query, Response response) {
    Workload work;
    try {
      work = Workload.of(query);
    } catch (Workload.Invalid refusal) {
      response.answer(BAD_REQUEST, refusal.getMessage() + "\n");
      return;
    }
    echo.ask(
        work,
        new Reply() {
          @Override
          public void answered(String body) {
            response.answer(OK, work.answer(body));
          }

          @Override
          public void failed(EchoFailure failure) {
            response.answer(failure.status(), failure.getMessage() + "\n");
          }
        });
  }
}

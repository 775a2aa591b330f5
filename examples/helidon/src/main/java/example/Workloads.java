package example;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does what the query of a request asks for. Fails with {@link Refusal}. */
final class Workloads {
  private final EchoClient echo;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  Workloads(EchoClient echo) {
    this.echo = echo;
  }

  String answer(String query) throws InterruptedException {
    Workload work = Workload.of(query);
    return work.body(work.parallel() ? concurrently(work.calls()) : inSequence(work.calls()));
  }

  private String inSequence(int calls) {
    for (int call = 1; call < calls; call++) {
      echo.ask();
    }
    return echo.ask();
  }

  /** Waits for all, also when one has failed. */
  private String concurrently(int calls) throws InterruptedException {
    String last = "";
    for (Future<String> call :
        threads.invokeAll(Collections.<Callable<String>>nCopies(calls, echo::ask))) {
      if (call.state() == Future.State.FAILED) {
        throw call.exceptionNow() instanceof Refusal refusal
            ? refusal
            : new IllegalStateException(call.exceptionNow());
      }
      last = call.resultNow();
    }
    return last;
  }
}

package dev.tierbench.tomcat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.stereotype.Component;

/**
 * The calls of echo that a workload asks for. This thread makes them; of those that are made at
 * once, it makes one and a thread of the task executor each of the others.
 */
@Component
final class Calls {
  private final EchoClient echo;
  private final AsyncTaskExecutor threads;

  Calls(EchoClient echo, AsyncTaskExecutor threads) {
    this.echo = echo;
    this.threads = threads;
  }

  /** The last answer. */
  String of(Workload work) {
    return work.parallel() ? atOnce(work.calls()) : inSequence(work.calls());
  }

  private String inSequence(int calls) {
    for (int call = 1; call < calls; call++) {
      echo.ask();
    }
    return echo.ask();
  }

  private String atOnce(int calls) {
    List<CompletableFuture<String>> others =
        Stream.generate(() -> CompletableFuture.supplyAsync(echo::ask, threads))
            .limit(calls - 1L)
            .toList();
    String last = echo.ask();
    try {
      others.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof EchoFailure failure ? failure : e;
    }
    return last;
  }
}

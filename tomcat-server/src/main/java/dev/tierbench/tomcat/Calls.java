package dev.tierbench.tomcat;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.Workload;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.stereotype.Component;

/**
 * The calls of echo that a workload asks for. This thread makes them; of those that are concurrent,
 * it makes one and a thread of the task executor each of the others.
 */
@Component
record Calls(Echo echo, AsyncTaskExecutor threads) {

  /** The last answer. */
  String of(Workload work) {
    return work.parallel() ? concurrently(work.calls()) : inSequence(work.calls());
  }

  private String inSequence(int calls) {
    for (int call = 1; call < calls; call++) {
      echo.ask();
    }
    return echo.ask();
  }

  private String concurrently(int calls) {
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

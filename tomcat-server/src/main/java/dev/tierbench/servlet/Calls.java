package dev.tierbench.servlet;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.StackDepth;
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
    return work.parallel() ? concurrently(work) : inSequence(work);
  }

  private String inSequence(Workload work) {
    for (int call = 1; call < work.calls(); call++) {
      ask(work);
    }
    return ask(work);
  }

  private String concurrently(Workload work) {
    List<CompletableFuture<String>> others =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> ask(work), threads))
            .limit(work.calls() - 1L)
            .toList();
    String last = ask(work);
    try {
      others.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof EchoFailure failure ? failure : e;
    }
    return last;
  }

  private String ask(Workload work) {
    return StackDepth.call(work.depth(), echo::ask);
  }
}

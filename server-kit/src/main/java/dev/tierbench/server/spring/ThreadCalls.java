package dev.tierbench.server.spring;

import dev.tierbench.server.StackDepth;
import dev.tierbench.server.Workload;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.stereotype.Component;

/**
 * The calls of the next tier that a workload asks for. This thread makes them; of those that are
 * concurrent, it makes one and a thread of the task executor each of the others; it waits for all,
 * also when one fails.
 */
@Component
public record ThreadCalls(AsyncTaskExecutor threads) {

  /**
   * The last answer.
   *
   * @param call one call for each {@code get}
   */
  public String of(Workload work, Supplier<String> call) {
    Supplier<String> deep = () -> StackDepth.call(work.depth(), call);
    return work.parallel() ? concurrently(work.calls(), deep) : inSequence(work.calls(), deep);
  }

  private static String inSequence(int calls, Supplier<String> call) {
    String last = call.get();
    for (int made = 1; made < calls; made++) {
      last = call.get();
    }
    return last;
  }

  private String concurrently(int calls, Supplier<String> call) {
    Stream<CompletableFuture<String>> others =
        Stream.generate(() -> CompletableFuture.supplyAsync(call, threads)).limit(calls - 1L);
    CompletableFuture<?>[] begun = others.toArray(CompletableFuture<?>[]::new);
    CompletableFuture<String> own = CompletableFuture.supplyAsync(call, Runnable::run);
    try {
      CompletableFuture.allOf(begun).join();
      return own.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}

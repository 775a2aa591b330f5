package dev.tierbench.server.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.server.Workload;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

class ThreadCallsTest {

  private final AtomicInteger answered = new AtomicInteger();
  private final CountDownLatch failed = new CountDownLatch(1);
  private final Thread caller = Thread.currentThread();

  private String concurrently(Supplier<String> call) {
    return new ThreadCalls(new SimpleAsyncTaskExecutor())
        .of(Workload.of("calls=3&fan=parallel"), call);
  }

  private String answerLater() {
    try {
      failed.await();
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    answered.incrementAndGet();
    return "late";
  }

  private String fail() {
    failed.countDown();
    throw new IllegalStateException("no answer");
  }

  private boolean isCaller() {
    return Thread.currentThread() == caller;
  }

  @Test
  void aCallOfItsOwnThatFailsWaitsForTheOthers() {
    assertThatThrownBy(() -> concurrently(() -> isCaller() ? fail() : answerLater()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no answer");
    assertThat(answered).hasValue(2);
  }

  @Test
  void oneOfTheOthersThatFailsIsTheReasonOnceAllHaveEnded() {
    AtomicInteger others = new AtomicInteger();
    assertThatThrownBy(() ->
            concurrently(
                () -> !isCaller() && others.getAndIncrement() == 0 ? fail() : answerLater()))
        .hasMessage("no answer");
    assertThat(answered).hasValue(2);
  }

  @Test
  void theAnswerIsThatOfTheCaller() {
    assertThat(concurrently(() -> isCaller() ? "own" : "other")).isEqualTo("own");
  }
}

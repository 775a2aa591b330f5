package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.record.Work.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By the texts of JDK 25. */
class EndingTest {

  private static final String NO_THREAD =
      "java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or"
          + " process/resource limits reached";
  private static final String THREAD_WARNING =
      "[1.234s][warning][os,thread] Failed to start thread \"Unknown thread\" with pthread_create"
          + " (EAGAIN) for attributes: stacksize: 1024k, guardsize: 0k, detached.";

  private static Ending failed(int exitCode, String... log) {
    return Ending.failed(exitCode, Optional.empty(), List.of(log));
  }

  private static Ending reason(Outcome outcome, String reason) {
    return new Ending(outcome, Optional.of(reason));
  }

  @ParameterizedTest
  @CsvSource({"Java heap space", "GC overhead limit exceeded", "Metaspace"})
  void aJvmThatEndsItselfForItsHeapSaysSo(String area) {
    assertThat(failed(3, "Terminating due to java.lang.OutOfMemoryError: " + area))
        .isEqualTo(reason(Outcome.OUT_OF_MEMORY, "heap: " + area));
  }

  @Test
  void aForkOfJmhThatWasKilledSaysSo() {
    assertThat(failed(1, "<forked VM failed with exit code 137>").outcome())
        .isEqualTo(Outcome.KILLED);
    assertThat(failed(1, "<forked VM failed with exit code 3>").outcome())
        .isEqualTo(Outcome.CRASHED);
  }

  @Test
  void aThreadThatCannotBeStartedIsToldApart() {
    assertThat(Ending.failed(3, Optional.of(NO_THREAD), List.of(THREAD_WARNING)))
        .isEqualTo(
            reason(
                Outcome.OUT_OF_MEMORY,
                "threads: unable to create native thread: possibly out of memory or"
                    + " process/resource limits reached"));
    assertThat(failed(1, "Exception in thread \"main\" " + NO_THREAD).reason().orElseThrow())
        .startsWith("threads: ");
  }

  @Test
  void aFullHeapIsOneEvenAfterAWarningOfThreads() {
    assertThat(
            failed(
                3,
                THREAD_WARNING,
                "Terminating due to java.lang.OutOfMemoryError: Java heap space"))
        .isEqualTo(reason(Outcome.OUT_OF_MEMORY, "heap: Java heap space"));
  }

  @Test
  void theTextOfAnErrorEndsWithItsLine() {
    assertThat(failed(1, "java.lang.OutOfMemoryError", "\tat Some.method(Some.java:1)").reason())
        .contains("heap:");
  }

  @Test
  void tasksThatAPoolRefusesAreRejected() {
    assertThat(
            Ending.failed(
                3,
                Optional.of(
                    "java.util.concurrent.RejectedExecutionException: Task capacity of bounded"
                        + " elastic scheduler reached"),
                List.of()))
        .isEqualTo(
            reason(
                Outcome.REJECTED,
                "RejectedExecutionException: Task capacity of bounded elastic scheduler reached"));
  }

  @Test
  void signal9IsThatOfTheKernelsOrAPersons() {
    assertThat(failed(137).outcome()).isEqualTo(Outcome.KILLED);
    assertThat(failed(137, "java.lang.IllegalStateException: late").outcome())
        .isEqualTo(Outcome.KILLED);
  }

  @Test
  void everyOtherEndIsACrashWithItsFirstError() {
    assertThat(failed(134, "# A fatal error has been detected", "# SIGSEGV"))
        .isEqualTo(reason(Outcome.CRASHED, "signal 6: # SIGSEGV"));
    assertThat(
            failed(
                1,
                "Exception in thread \"main\" java.lang.IllegalStateException: first",
                "\tat dev.tierbench.Some.method(Some.java:1)",
                "Caused by: java.io.IOException: second"))
        .isEqualTo(
            reason(
                Outcome.CRASHED,
                "exit code 1: Exception in thread \"main\" java.lang.IllegalStateException:"
                    + " first"));
    assertThat(failed(1)).isEqualTo(reason(Outcome.CRASHED, "exit code 1"));
  }

  @Test
  void aWorkerThatSaysNothingAndEndsDidNotComplete() {
    assertThat(failed(0).outcome()).isEqualTo(Outcome.CRASHED);
  }

  @Test
  void aCellThatTookTooLongStatesTheLimit() {
    assertThat(Ending.timedOut(45)).isEqualTo(reason(Outcome.TIMED_OUT, "not ended within 45 s"));
  }
}

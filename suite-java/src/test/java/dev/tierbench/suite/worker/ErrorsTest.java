package dev.tierbench.suite.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorsTest {

  @Test
  void theCauseThatALibraryWrappedIsReported() {
    Throwable wrapped = new IllegalStateException("outer", new OutOfMemoryError("inner"));

    assertThat(Errors.describe(wrapped))
        .isEqualTo(
            "java.lang.IllegalStateException: outer; caused by java.lang.OutOfMemoryError: inner");
  }

  @Test
  void causesThatFormARingEnd() {
    Exception one = new Exception("one");
    Exception two = new Exception("two", one);
    one.initCause(two);

    assertThat(Errors.describe(one)).endsWith("java.lang.Exception: two");
  }
}

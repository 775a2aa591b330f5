package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingMethod;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.resources.LoopResources;

/** Nothing that {@code /sleep} does blocks an event loop; the first test proves the detector. */
class BlockingGuardTest {
  private static final Queue<BlockingOperationError> FOUND = new ConcurrentLinkedQueue<>();

  /** The first request of a kind reads classes and their resources from jars, and no later one. */
  private static volatile boolean armed;

  @BeforeAll
  static void watch() {
    BlockHound.install(builder -> builder.blockingMethodCallback(BlockingGuardTest::found));
  }

  /** On event loops only: other threads of reactor may wait for work. */
  private static void found(BlockingMethod method) {
    if (armed && Thread.currentThread().getName().contains("-epoll-")) {
      BlockingOperationError error = new BlockingOperationError(method);
      FOUND.add(error);
      throw error;
    }
  }

  @BeforeEach
  void forget() {
    FOUND.clear();
    armed = false;
  }

  @Test
  void aThreadThatSleepsOnAnEventLoopIsFound() {
    LoopResources loops = LoopResources.create("guard", 1, true);
    armed = true;
    try {
      assertThatThrownBy(() ->
              Mono.fromRunnable(BlockingGuardTest::sleep)
                  .subscribeOn(Schedulers.fromExecutor(loops.onServer(true)))
                  .block(Duration.ofSeconds(5)))
          .hasRootCauseInstanceOf(BlockingOperationError.class);
      assertThat(FOUND).singleElement().asString().contains("sleep");
    } finally {
      loops.dispose();
    }
  }

  @ParameterizedTest
  @FieldSource("dev.tierbench.netty.Models#ALL")
  void noModelBlocksAnEventLoop(String model) {
    try (EchoStub echo = new EchoStub();
        RunningServer server = new RunningServer(echo, "--netty.model=" + model)) {
      echo.behave(EchoStub.Manner.CLOSE_IN_BODY);
      server.get("/sleep");
      echo.behave(EchoStub.Manner.ANSWER);
      List.of("/sleep", "/settings", "/health").forEach(server::get);
      armed = true;
      for (int i = 0; i < 20; i++) {
        assertThat(server.get("/sleep").body()).isEqualTo(EchoStub.BODY);
      }
      echo.behave(EchoStub.Manner.CLOSE_IN_BODY);
      assertThat(server.get("/sleep").statusCode()).isEqualTo(502);
      assertThat(server.get("/settings").statusCode()).isEqualTo(200);
      assertThat(server.get("/health").statusCode()).isEqualTo(200);
    } catch (UncheckedIOException unanswered) {
      FOUND.forEach(unanswered::addSuppressed);
      throw unanswered;
    }
    assertThat(FOUND).isEmpty();
  }

  private static void sleep() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

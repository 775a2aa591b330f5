package dev.tierbench.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.BlockingGuard;
import dev.tierbench.server.reactor.ReactorNetty;
import dev.tierbench.server.reactor.Transport;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.resources.LoopResources;

class BlockingGuardTest {
  private static final Duration LONGEST = Duration.ofSeconds(5);

  @Test
  void aThreadThatSleepsOnAnEventLoopIsFound() {
    assertThat(BlockingGuard.blockedDuring(() -> {})).isEmpty();
    LoopResources loops = ReactorNetty.loops(Transport.best(), 1);
    try {
      Mono<Void> sleep =
          Mono.<Void>fromRunnable(BlockingGuardTest::sleep)
              .subscribeOn(Schedulers.fromExecutor(loops.onServer(true)));
      assertThat(BlockingGuard.blockedDuring(() -> sleep.block(LONGEST)))
          .singleElement()
          .asString()
          .contains("sleep");
    } finally {
      loops.dispose();
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

package dev.tierbench.echo;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopWatchTest {

  private static final long MILLI = 1_000_000L;

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = loops.next();
  private final LoopWatch watch = new LoopWatch(loop);

  @AfterEach
  void stop() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private <T> T onLoop(Callable<T> task) throws Exception {
    return loop.submit(task).get();
  }

  private void stall(long millis) throws Exception {
    onLoop(() -> {
      Thread.sleep(millis);
      return true;
    });
  }

  @Test
  void theLongestStandstillSinceTheResetIsTold() throws Exception {
    onLoop(() -> {
      watch.start();
      return true;
    });
    Thread.sleep(50);
    stall(400);
    LoopWatch.Pause pause = onLoop(watch::read);
    assertThat(pause.nanos()).isGreaterThanOrEqualTo(385 * MILLI);
    assertThat(pause.atNanos()).isGreaterThanOrEqualTo(20 * MILLI);
    onLoop(() -> {
      watch.reset();
      return true;
    });
    assertThat(onLoop(watch::read).nanos()).isLessThan(pause.nanos());
  }

  @Test
  void aStandstillThatIsNotOverForTheTimerCountsToo() throws Exception {
    onLoop(() -> {
      watch.start();
      Thread.sleep(300);
      return watch.read();
    });
    LoopWatch.Pause pause =
        onLoop(() -> {
          watch.reset();
          Thread.sleep(300);
          return watch.read();
        });
    assertThat(pause.nanos()).isGreaterThanOrEqualTo(285 * MILLI);
  }
}

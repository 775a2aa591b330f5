package dev.tierbench.server.reactor;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.netty.resources.LoopResources;

/**
 * Event loops of one transport for server and client. reactor-netty's own choose io_uring wherever
 * its library is on the class path; in all else these are as those: a new connection to echo is
 * made on the loop of its request, and an idle one of the pool is used from any loop.
 */
final class Loops implements LoopResources {

  /** The prefix of reactor-netty's global loops, so thread names are its own. */
  private static final String PREFIX = "reactor-http-";

  private final EventLoopGroup server;
  private final EventLoopGroup client;

  Loops(Transport transport, int eventLoops) {
    AtomicInteger number = new AtomicInteger();
    ThreadFactory threads =
        task -> new EventLoop(task, PREFIX + transport.id() + "-" + number.incrementAndGet());
    server = new MultiThreadIoEventLoopGroup(eventLoops, threads, transport.ioHandlerFactory());
    client = LoopResources.colocate(server);
  }

  /** A thread that may not block, which reactor and BlockHound hold it to. */
  private static final class EventLoop extends FastThreadLocalThread implements NonBlocking {
    EventLoop(Runnable task, String name) {
      super(task, name);
      setDaemon(true);
    }
  }

  @Override
  public EventLoopGroup onServer(boolean useNative) {
    return server;
  }

  @Override
  public EventLoopGroup onClient(boolean useNative) {
    return client;
  }

  @Override
  public boolean daemon() {
    return true;
  }

  @Override
  public boolean isDisposed() {
    return server.isShuttingDown();
  }

  @Override
  public void dispose() {
    disposeLater().subscribe();
  }

  @Override
  public Mono<Void> disposeLater(Duration quietPeriod, Duration timeout) {
    return Mono.defer(() -> {
      Future<?> ended =
          server.shutdownGracefully(
              quietPeriod.toMillis(), timeout.toMillis(), TimeUnit.MILLISECONDS);
      return Mono.create(sink -> ended.addListener(any -> sink.success()));
    });
  }
}

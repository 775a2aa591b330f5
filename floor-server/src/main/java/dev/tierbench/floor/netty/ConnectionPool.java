package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.EchoSettings;
import dev.tierbench.server.Settings;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Kept connections to echo. Each event loop has its own, so a call never changes threads; all
 * together are at most as many as the setting allows. Last in, first out: a step after one of
 * higher concurrency uses warm connections.
 */
final class ConnectionPool {
  private final EchoSettings settings;
  private final IdentityHashMap<EventLoop, OfLoop> loops = new IdentityHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

  ConnectionPool(EchoSettings settings, EventLoopGroup group, Class<? extends Channel> channel) {
    this.settings = settings;
    for (EventExecutor each : group) {
      loops.put((EventLoop) each, new OfLoop((EventLoop) each, channel));
    }
  }

  OfLoop of(EventLoop loop) {
    return loops.get(loop);
  }

  Settings.Client settings() {
    return new Settings.EchoClient(
        settings.url(),
        settings.maxConnections(),
        Settings.NO_LIMIT,
        Settings.NO_LIMIT,
        settings.acquireTimeout().toMillis(),
        settings.connectTimeout().toMillis(),
        settings.timeout().toMillis());
  }

  /**
   * A call that found no connection; taken once, by a place that became free or by its time-out.
   */
  private record Waiting(OfLoop loop, Reply reply, AtomicBoolean taken) {
    boolean take() {
      return taken.compareAndSet(false, true);
    }
  }

  private boolean reserve() {
    for (int now = open.get(); now < settings.maxConnections(); now = open.get()) {
      if (open.compareAndSet(now, now + 1)) {
        return true;
      }
    }
    return false;
  }

  /** Gives up the place of a connection, to the first call that waits for one. */
  private void release() {
    open.decrementAndGet();
    serveWaiting();
  }

  private void serveWaiting() {
    while (!waiting.isEmpty() && reserve()) {
      Waiting first = waiting.poll();
      while (first != null && !first.take()) {
        first = waiting.poll();
      }
      if (first == null) {
        open.decrementAndGet();
      } else {
        Waiting next = first;
        next.loop().loop.execute(() -> next.loop().connect(next.reply()));
      }
    }
  }

  /** The connections of one event loop; used on that loop only. */
  final class OfLoop {
    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final ArrayDeque<EchoConnection> idle = new ArrayDeque<>();

    OfLoop(EventLoop loop, Class<? extends Channel> channel) {
      this.loop = loop;
      bootstrap =
          new Bootstrap()
              .group(loop)
              .channel(channel)
              .remoteAddress(settings.echoUri().getHost(), port())
              .option(ChannelOption.TCP_NODELAY, true)
              .option(
                  ChannelOption.CONNECT_TIMEOUT_MILLIS,
                  Math.toIntExact(settings.connectTimeout().toMillis()))
              .handler(
                  new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel connected) {
                      connected
                          .pipeline()
                          .addLast(new HttpClientCodec())
                          .addLast(new EchoConnection(settings, OfLoop.this));
                    }
                  });
    }

    private int port() {
      int port = settings.echoUri().getPort();
      return port < 0 ? 80 : port;
    }

    /** One call of echo. */
    void ask(Reply reply) {
      EchoConnection warm = idle.pollLast();
      if (warm != null) {
        warm.ask(reply);
      } else if (reserve()) {
        connect(reply);
      } else {
        await(reply);
      }
    }

    private void connect(Reply reply) {
      bootstrap
          .connect()
          .addListener((ChannelFuture connected) -> {
            if (connected.isSuccess()) {
              connected.channel().pipeline().get(EchoConnection.class).ask(reply);
            } else {
              release();
              reply.ended(
                  null,
                  connected.cause() instanceof ConnectTimeoutException
                      ? EchoFailure.notConnected(settings.connectTimeout())
                      : EchoFailure.refused(settings.url()));
            }
          });
    }

    /** All places are taken: by calls, or by idle connections of other loops, which give one up. */
    private void await(Reply reply) {
      Waiting call = new Waiting(this, reply, new AtomicBoolean());
      waiting.add(call);
      loop.schedule(
          () -> {
            if (call.take()) {
              waiting.remove(call);
              reply.ended(null, EchoFailure.poolExhausted(settings.acquireTimeout()));
            }
          },
          settings.acquireTimeout().toNanos(),
          TimeUnit.NANOSECONDS);
      loops.values().forEach(each -> each.loop.execute(each::closeOneIdle));
    }

    private void closeOneIdle() {
      serveWaiting();
      EchoConnection oldest = waiting.isEmpty() ? null : idle.pollFirst();
      if (oldest != null) {
        oldest.close();
      }
    }

    /** A connection whose call has ended. */
    void ended(EchoConnection connection) {
      Waiting first = waiting.peek();
      if (first == null) {
        idle.addLast(connection);
      } else if (first.loop() == this && waiting.remove(first) && first.take()) {
        connection.ask(first.reply());
      } else {
        connection.close();
      }
    }

    /** A connection that is gone, idle or not. */
    void closed(EchoConnection connection) {
      idle.remove(connection);
      release();
    }
  }
}

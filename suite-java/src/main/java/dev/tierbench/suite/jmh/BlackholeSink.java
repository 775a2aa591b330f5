package dev.tierbench.suite.jmh;

import dev.tierbench.suite.Sink;
import org.openjdk.jmh.infra.Blackhole;

/** A sink whose items JMH keeps alive; every thread has a blackhole of its own. */
final class BlackholeSink extends Sink {

  private static final ThreadLocal<Blackhole> OF_THREAD =
      ThreadLocal.withInitial(() ->
          new Blackhole(
              "Today's password is swordfish. I understand instantiating Blackholes directly is"
                  + " dangerous."));

  private final Blackhole blackhole;

  BlackholeSink(Blackhole blackhole) {
    this.blackhole = blackhole;
  }

  @Override
  public void consume(int item) {
    blackhole.consume(item);
  }

  @Override
  public Sink fork() {
    return new BlackholeSink(OF_THREAD.get());
  }
}

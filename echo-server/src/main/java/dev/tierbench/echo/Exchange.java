package dev.tierbench.echo;

import dev.tierbench.echo.Answer.Persistence;
import dev.tierbench.run.delay.EchoFailures;
import io.netty.buffer.ByteBuf;

/** One request of one connection and the answer that it waits for. Confined to its loop. */
final class Exchange {

  final EchoConnection connection;

  long receivedNanos;
  long dueNanos;
  long askedNanos;

  /** The encoded answer; null until it is known. */
  ByteBuf answer;

  Persistence persistence = Persistence.DEFAULT;

  /** Whether the request was HEAD, whose answer ends with its head. */
  boolean bodiless;

  boolean ready;

  EchoFailures.Outcome outcome = EchoFailures.Outcome.ANSWER;

  /** Whether its delay belongs into the statistics: true for {@code /echo} alone. */
  boolean counted;

  Exchange(EchoConnection connection) {
    this.connection = connection;
  }
}

package dev.tierbench.run.delay;

import java.util.Optional;

/**
 * The delays of the requests that an echo tier answered.
 *
 * @param distribution of the delays of requests that name none
 * @param asked the delays that these requests were to have
 * @param kept the delays that they had
 * @param drawn how many different ones of the sequence are among them; empty when all are
 */
public record EchoDelays(
    DelayDistribution distribution,
    DelayHistogram asked,
    DelayHistogram kept,
    Optional<Long> drawn) {

  /** Delays of one window. */
  public EchoDelays(DelayDistribution distribution, DelayHistogram asked, DelayHistogram kept) {
    this(distribution, asked, kept, Optional.empty());
  }

  /** Delays of two windows together, each of which began the sequence anew. */
  public EchoDelays plus(EchoDelays other) {
    return new EchoDelays(
        distribution,
        asked.plus(other.asked),
        kept.plus(other.kept),
        Optional.of(Math.max(distinct(), other.distinct())));
  }

  /** How many delays were drawn: those of the longest window. */
  public long distinct() {
    return drawn.orElseGet(kept::count);
  }
}

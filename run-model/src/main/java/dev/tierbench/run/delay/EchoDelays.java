package dev.tierbench.run.delay;

/**
 * The delays of the requests that an echo tier answered.
 *
 * @param distribution of the delays of requests that name none
 * @param asked the delays that these requests were to have
 * @param kept the delays that they had
 */
public record EchoDelays(
    DelayDistribution distribution, DelayHistogram asked, DelayHistogram kept) {

  /** Delays of two windows together. */
  public EchoDelays plus(EchoDelays other) {
    return new EchoDelays(distribution, asked.plus(other.asked), kept.plus(other.kept));
  }
}

package dev.tierbench.report.stats;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * The conclusion about a pair of samples, with its evidence.
 *
 * @param ratio median of b over median of a, or of shared rounds that within them; empty when a
 *     side is missing or a's median is not positive
 * @param adjusted the p-value of {@link PValues#welch} corrected for the number of rows
 * @param overruled what the tests came to, where something outside of the samples may explain it
 * @param reason what that is; empty of any other result
 * @param reach of an inconclusive pair: what its trials can tell, and how many would decide it
 */
@RecordBuilder
public record DifferenceResult(
    Conclusion conclusion,
    Optional<Double> ratio,
    Optional<Interval> interval,
    PValues pValues,
    Optional<Double> adjusted,
    Optional<Reach> reach,
    Optional<Conclusion> overruled,
    Optional<String> reason)
    implements DifferenceResultBuilder.With {

  /** The same without a finding, for a reason that more trials do not mend. */
  public DifferenceResult inconclusive(String because) {
    return with(next ->
        next.conclusion(Conclusion.INCONCLUSIVE)
            .reach(Optional.empty())
            .overruled(Optional.of(conclusion))
            .reason(Optional.of(because)));
  }
}

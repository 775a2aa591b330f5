package dev.tierbench.report.stats;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * The conclusion about a pair of samples, with its evidence.
 *
 * @param ratio median of b over median of a, or of shared rounds that within them; empty when a
 *     side is missing, a's median is not positive, or trials without a value did worse than any
 * @param adjusted the p-value of {@link PValues#welch} corrected for the number of rows
 * @param overruled the finding of the tests, where something outside of the samples may explain it
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
            .overruled(Optional.of(conclusion).filter(Conclusion::isFinding))
            .reason(Optional.of(because)));
  }

  /** The same without a finding and a ratio, which are those of some of the trials. */
  public DifferenceResult ofSurvivors(String because) {
    return inconclusive(because)
        .with(next -> next.ratio(Optional.empty()).interval(Optional.empty()));
  }
}

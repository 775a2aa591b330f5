package dev.tierbench.report.folder;

import dev.tierbench.run.HostSpeed;
import dev.tierbench.run.HttpStep;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Observed;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Profile;
import dev.tierbench.run.Tiers;
import java.util.Optional;

/** The raw records of an HTTP step. */
public record HttpRecords(
    Optional<LoadResult> load,
    Optional<Tiers> tiers,
    Optional<Observed> observed,
    Optional<Profile> profile)
    implements StepRecords {

  static final HttpRecords NONE =
      new HttpRecords(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** What the rules can be applied to; empty when a part of it is missing. */
  public Optional<HttpStep> complete() {
    return load.flatMap(found -> tiers.map(used -> new HttpStep(found, used, observed, profile)));
  }

  @Override
  public HttpRecords against(Optional<HostSpeed.Best> best) {
    return new HttpRecords(load, tiers.map(of -> of.against(best)), observed, profile);
  }

  public Optional<LoadResult.Phase> load(PhaseName phase) {
    return load.flatMap(result -> result.phase(phase.id()));
  }
}

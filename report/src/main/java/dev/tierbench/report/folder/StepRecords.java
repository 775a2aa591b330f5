package dev.tierbench.report.folder;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Work;
import java.util.Optional;

/** The raw records of a step, as far as they could be read: evidence behind its values. */
public sealed interface StepRecords {

  /** What decides over the counts by thread. */
  Optional<Observation> observed();

  /** The same with the speed of the host beside the best of its run. */
  StepRecords against(Optional<HostSpeed.Best> best);

  /** Records of an HTTP step. */
  record Http(
      Optional<LoadResult> load,
      Optional<Tiers> tiers,
      Optional<Observation> observed,
      Optional<Profile> profile)
      implements StepRecords {

    static final Http NONE =
        new Http(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** What the rules can be applied to; empty when a part of it is missing. */
    public Optional<HttpStep> complete() {
      return load.flatMap(found -> tiers.map(used -> new HttpStep(found, used, observed, profile)));
    }

    @Override
    public Http against(Optional<HostSpeed.Best> best) {
      return new Http(load, tiers.map(of -> of.against(best)), observed, profile);
    }

    public Optional<LoadResult.Phase> load(PhaseName phase) {
      return load.flatMap(result -> result.phase(phase.id()));
    }
  }

  /** Records of a cell of a suite, around which the host's speed is not probed. */
  record Suite(Optional<Work> work, Optional<Observation> observed) implements StepRecords {

    @Override
    public Suite against(Optional<HostSpeed.Best> best) {
      return this;
    }
  }
}

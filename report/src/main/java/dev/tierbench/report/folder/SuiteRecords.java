package dev.tierbench.report.folder;

import dev.tierbench.run.HostSpeed;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Work;
import java.util.Optional;

/** The raw records of a cell of a suite. */
public record SuiteRecords(Optional<Work> work, Optional<Observed> observed)
    implements StepRecords {

  /** Around the cells of a suite the host's speed is not probed. */
  @Override
  public SuiteRecords against(Optional<HostSpeed.Best> best) {
    return this;
  }
}

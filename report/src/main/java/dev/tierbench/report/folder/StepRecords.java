package dev.tierbench.report.folder;

import dev.tierbench.run.HostSpeed;
import java.util.Optional;

/** The raw records of a step, as far as they could be read: evidence behind its values. */
public sealed interface StepRecords permits HttpRecords, SuiteRecords {

  /** The same with the speed of the host beside the best of its run. */
  StepRecords against(Optional<HostSpeed.Best> best);
}

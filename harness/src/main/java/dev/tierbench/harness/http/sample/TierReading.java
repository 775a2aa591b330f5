package dev.tierbench.harness.http.sample;

import java.util.Optional;

/** CPU times of a tier at an instant, in nanoseconds; a part that could not be read is empty. */
public record TierReading(long nanoTime, Optional<Long> cpuNs, Optional<Long> jitNs) {

  /** The reading with the compilers of another tier added, which slow that tier's answers. */
  public TierReading withCompilersOf(Optional<Long> otherJitNs) {
    return new TierReading(nanoTime, cpuNs, jitNs.map(own -> own + otherJitNs.orElse(0L)));
  }
}

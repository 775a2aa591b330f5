package dev.tierbench.observer.measured;

import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.plan.Manifest;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What has to be known of a host before a run.
 *
 * @param bootId of its kernel since that started; hosts that share a kernel have the same
 * @param cores that this process, and what it starts, may use
 * @param quotaCores the time on how many of them; empty without a quota
 * @param busy the other processes that use the CPU
 * @param level to which threads can be counted
 * @param missing why it is not more
 * @param java the version that answers
 * @param epochMs of its clock, to be read beside another's
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record HostState(
    String hostname,
    String bootId,
    Manifest.Host host,
    String cores,
    Optional<Double> quotaCores,
    Optional<Double> loadAverage,
    List<String> busy,
    Optional<Long> memoryAvailable,
    CaptureLevel level,
    List<Caveat> missing,
    String java,
    long epochMs) {
  public HostState {
    busy = List.copyOf(busy);
    missing = List.copyOf(missing);
  }
}

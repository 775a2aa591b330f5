package dev.tierbench.observer.measured;

import dev.tierbench.run.Tier;
import java.util.Optional;

/**
 * A process whose use of its host is measured.
 *
 * @param name in the records of a run
 * @param pid on its host
 * @param containerId after which its control group is named; empty of a process
 * @param ending whether it ends by itself, and its end is a boundary
 */
public record MeasuredProcess(
    Tier tier, String name, long pid, Optional<String> containerId, boolean ending) {}

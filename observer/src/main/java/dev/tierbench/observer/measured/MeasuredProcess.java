package dev.tierbench.observer.measured;

import dev.tierbench.run.Tier;
import java.util.Optional;

/**
 * A process whose use of its host is measured.
 *
 * @param name in the records of a run
 * @param pid on its host
 * @param containerId part of the name of its control group; empty of a process without one of its
 *     own
 * @param ending whether it ends by itself, and its end is a boundary
 */
public record MeasuredProcess(
    Tier tier, String name, long pid, Optional<String> containerId, boolean ending) {}

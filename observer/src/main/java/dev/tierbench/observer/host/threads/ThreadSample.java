package dev.tierbench.observer.host.threads;

import dev.tierbench.run.threads.Counts;
import java.util.Optional;

/**
 * One thread as {@code /proc} shows it at one moment; the counts run since its start.
 *
 * @param innerTid its TID in the process's own PID namespace, which HotSpot prints
 * @param comm the kernel's name, cut at 15 bytes
 * @param startTicks when it started, which distinguishes it from a later thread of the same TID
 * @param io its read and write calls; empty when they were not asked for or cannot be read
 */
public record ThreadSample(
    long tid, long innerTid, String comm, long startTicks, Counts counts, Optional<IoCalls> io) {}

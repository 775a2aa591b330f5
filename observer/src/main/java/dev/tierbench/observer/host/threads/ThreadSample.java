package dev.tierbench.observer.host.threads;

import dev.tierbench.run.Counts;

/**
 * One thread as {@code /proc} shows it at one moment; the counts run since its start.
 *
 * @param innerTid its TID in the process's own PID namespace, which HotSpot prints
 * @param comm the kernel's name, cut at 15 bytes
 * @param startTicks when it started, which distinguishes it from a later thread of the same TID
 */
public record ThreadSample(long tid, long innerTid, String comm, long startTicks, Counts counts) {}

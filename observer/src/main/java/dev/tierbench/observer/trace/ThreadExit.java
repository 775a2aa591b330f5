package dev.tierbench.observer.trace;

import dev.tierbench.run.threads.Counts;

/**
 * A thread that ended, with its counts since its start; its CPU lacks the last time slice, as it
 * does in the kernel's own total of dead threads.
 *
 * @param nanos on the tracer's clock
 * @param comm the kernel's last name for it, cut at 15 bytes
 */
public record ThreadExit(long tid, long nanos, String comm, Counts counts) {}

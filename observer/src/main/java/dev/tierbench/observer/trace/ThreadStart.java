package dev.tierbench.observer.trace;

/**
 * A thread that the process started.
 *
 * @param nanos on the tracer's clock
 * @param comm the kernel's name, which at the start is that of the thread that started it
 */
public record ThreadStart(long tid, long nanos, String comm) {}

package dev.tierbench.observer.measured;

import java.util.Optional;

/**
 * What to count of a process.
 *
 * @param threads whether each thread is counted; otherwise {@code pidstat} alone writes
 * @param roles the text of rules in front of the common ones
 * @param hardware whether instructions and cycles of the process are counted with its threads
 */
public record CaptureOrder(long pid, boolean threads, Optional<String> roles, boolean hardware) {}

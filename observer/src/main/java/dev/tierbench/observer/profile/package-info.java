/**
 * Stacks of a JVM, sampled for a while by a profiler: where it spends CPU time, memory and waiting
 * time.
 */
package dev.tierbench.observer.profile;

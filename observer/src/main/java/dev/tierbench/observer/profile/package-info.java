/** Where a JVM spends what it spends: stacks, sampled for a while by a profiler. */
package dev.tierbench.observer.profile;

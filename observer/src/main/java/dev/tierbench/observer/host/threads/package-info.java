/** Counters of all threads of a process at one moment. */
package dev.tierbench.observer.host.threads;

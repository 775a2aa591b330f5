/**
 * What the kernel reports of this host and its processes; the one home of {@code /proc}, which
 * others read through it.
 */
package dev.tierbench.observer.host;

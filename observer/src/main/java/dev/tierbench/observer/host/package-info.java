/** What the kernel reports of this host and its processes; the only reader of {@code /proc}. */
package dev.tierbench.observer.host;

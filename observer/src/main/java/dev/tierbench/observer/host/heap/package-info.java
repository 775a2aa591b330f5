/** The heap of any HotSpot JVM by its own counters, read from outside without a word to it. */
package dev.tierbench.observer.host.heap;

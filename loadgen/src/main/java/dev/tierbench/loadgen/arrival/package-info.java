/** Intended starts of the open model, and those that wait for a connection. */
package dev.tierbench.loadgen.arrival;

/** Sweeps: the options of their command, whether the host is ready, and the run as a whole. */
package dev.tierbench.harness.http;

/** Drives HTTP load in the closed and the open model, and watches its own cost. */
package dev.tierbench.loadgen;

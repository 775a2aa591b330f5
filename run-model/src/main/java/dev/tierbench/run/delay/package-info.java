/** Distributions of the echo tier's delay: as text, in formulas, as a sequence and as counted. */
package dev.tierbench.run.delay;

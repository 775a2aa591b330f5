/** Accounting of a run: what each loop counted, cut into slices, seconds and phases. */
package dev.tierbench.loadgen.result;

/** A run folder as a table. */
package dev.tierbench.sweep.summary;

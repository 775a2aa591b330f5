/** A run folder as a table. */
package dev.tierbench.harness.summary;

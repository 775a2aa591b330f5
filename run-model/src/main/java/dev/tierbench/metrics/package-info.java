/** Computes named values from raw records: the only place that computes one. */
package dev.tierbench.metrics;

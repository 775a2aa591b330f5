/** From raw records to named values: the only place that computes one. */
package dev.tierbench.metrics;

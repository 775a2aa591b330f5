/** A run as tables: {@code summary.csv}, {@code summary.md} and what the terminal shows. */
package dev.tierbench.report.summary;

/** Two runs, or two servers of one, compared row by row. */
package dev.tierbench.report.compare;

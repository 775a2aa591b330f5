/** Two runs, or two servers of one, held against each other row by row. */
package dev.tierbench.report.compare;

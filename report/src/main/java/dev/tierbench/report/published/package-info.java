/** Values of published studies beside those of a run. */
package dev.tierbench.report.published;

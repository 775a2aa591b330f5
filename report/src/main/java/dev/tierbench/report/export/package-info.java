/** Values of runs for programs of others. */
package dev.tierbench.report.export;

/** Values over many runs: where they moved. */
package dev.tierbench.report.trend;

/** What may be concluded from few trials; pure functions that know nothing of a run folder. */
package dev.tierbench.report.stats;

/** The validity rules, run again over a run folder. */
package dev.tierbench.report.check;

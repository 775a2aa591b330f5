/** The self-contained page of a run, and the answer on top of it. */
package dev.tierbench.report.page;

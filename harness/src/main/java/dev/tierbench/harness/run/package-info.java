/** What both kinds of runs share: order of trials, progress, time left, resuming. */
package dev.tierbench.harness.run;

/** One trial: its processes, which do not outlive the sweep, its warm-up, its steps. */
package dev.tierbench.harness.http.trial;

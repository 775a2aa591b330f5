/** Runs of studies in process: one fresh JVM for each cell. */
package dev.tierbench.harness.suite;

/**
 * Runs in which one choice after another was changed: what each does to the ratio of two servers.
 */
package dev.tierbench.report.chain;

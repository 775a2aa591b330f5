/** Steps with their verdicts: what a trial has of them, and which are measured again. */
package dev.tierbench.harness.run.step;

/** One trial: a fresh JVM, its warm-up, its steps. */
package dev.tierbench.harness.http.step;

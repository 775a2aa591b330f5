/** Command line of the load generator: options, plan, and what becomes of the result. */
package dev.tierbench.loadgen.cli;

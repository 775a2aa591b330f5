/** Lines that the programs send to each other while a run goes on. */
package dev.tierbench.run.protocol;

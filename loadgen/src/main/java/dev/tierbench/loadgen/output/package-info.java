/** Forms of a result: events and intervals as a run goes, tables at its end. */
package dev.tierbench.loadgen.output;

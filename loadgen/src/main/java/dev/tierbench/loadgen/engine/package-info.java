/** Event loops that drive a load: connections, pacers, and the run from connect to result. */
package dev.tierbench.loadgen.engine;

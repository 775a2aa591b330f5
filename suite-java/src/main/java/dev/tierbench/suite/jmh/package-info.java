/** The engine of passes that take less than milliseconds: one benchmark of JMH for all works. */
package dev.tierbench.suite.jmh;

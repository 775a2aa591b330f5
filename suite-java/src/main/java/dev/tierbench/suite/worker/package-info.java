/** The engine of passes that take milliseconds or more, and the line protocol of both engines. */
package dev.tierbench.suite.worker;

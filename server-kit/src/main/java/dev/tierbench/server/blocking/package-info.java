/** The client of the models in which a thread waits for echo. */
package dev.tierbench.server.blocking;

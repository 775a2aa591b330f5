/** The windows of a step: what is read, attached and decided at the events of its load. */
package dev.tierbench.harness.http.window;

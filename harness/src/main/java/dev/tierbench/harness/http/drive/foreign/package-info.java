/** Load generators of others: how they are started, and what their output says. */
package dev.tierbench.harness.http.drive.foreign;

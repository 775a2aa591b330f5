/** Secrets of servers: where descriptors refer to them, their values, and what keeps them apart. */
package dev.tierbench.harness.secret;

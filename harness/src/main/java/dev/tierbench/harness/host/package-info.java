/** What the kernel says of this host and its processes, and what stands in a sweep's way. */
package dev.tierbench.harness.host;

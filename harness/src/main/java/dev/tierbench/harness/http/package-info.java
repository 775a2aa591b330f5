/** Plans trials and steps, starts the tiers as processes, and checks what was measured. */
package dev.tierbench.harness.http;

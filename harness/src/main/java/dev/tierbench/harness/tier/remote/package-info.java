/**
 * Hosts other than the sweep's own: how they are reached, and what is started and measured there.
 */
package dev.tierbench.harness.tier.remote;

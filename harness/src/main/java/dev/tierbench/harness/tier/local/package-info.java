/** Tiers that run as processes of this host. */
package dev.tierbench.harness.tier.local;

/** The commands that start the tiers, and what is asked of them over HTTP. */
package dev.tierbench.harness.tier;

/** The tiers as containers: found, restarted and described through their engine. */
package dev.tierbench.harness.tier.container;

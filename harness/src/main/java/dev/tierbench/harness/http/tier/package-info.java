/** The tiers as processes: started so that none outlives the sweep, asked over HTTP. */
package dev.tierbench.harness.http.tier;

/** What a run shows of itself while it is under way: a page with its events, and metrics. */
package dev.tierbench.harness.live;

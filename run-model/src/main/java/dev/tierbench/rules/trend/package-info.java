/** How throughput moves inside a window: a trend, or a step. */
package dev.tierbench.rules.trend;

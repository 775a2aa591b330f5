/** What a server would answer on other cores: a closed queueing model of a run's own values. */
package dev.tierbench.report.capacity;

/** The values of a step that are reported, compared and plotted. */
package dev.tierbench.report.metric;

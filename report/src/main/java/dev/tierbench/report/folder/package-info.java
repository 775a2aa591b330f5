/** Reads a run folder, however partial or damaged, and reports each part that cannot be read. */
package dev.tierbench.report.folder;

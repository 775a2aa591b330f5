/**
 * Reads a run folder, however partial, old or damaged, and says of each part what it could not
 * read.
 */
package dev.tierbench.report.folder;

/**
 * Files of a run folder: paths, whole writes, bounded reads, JSON, CSV, and text for terminals and
 * Markdown.
 */
package dev.tierbench.run.file;

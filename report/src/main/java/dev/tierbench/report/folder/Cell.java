package dev.tierbench.report.folder;

/** One server at one level, over all its trials. */
public record Cell(String server, int level) {}

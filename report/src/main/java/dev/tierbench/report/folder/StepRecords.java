package dev.tierbench.report.folder;

/** The raw records of a step, as far as they could be read: evidence behind its values. */
public sealed interface StepRecords permits HttpRecords, SuiteRecords {}

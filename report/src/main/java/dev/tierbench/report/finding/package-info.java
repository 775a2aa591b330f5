/** What a run tells: its findings, the verdicts they rest on, and the order of its subjects. */
package dev.tierbench.report.finding;

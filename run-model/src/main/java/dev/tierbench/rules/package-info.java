/** Validity rules: pure functions of the records of a step. */
package dev.tierbench.rules;

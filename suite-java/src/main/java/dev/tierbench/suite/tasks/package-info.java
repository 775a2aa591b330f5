/**
 * The study of tasks: an HTTP call and two statements of a database each, all at once or in turn.
 */
package dev.tierbench.suite.tasks;

/**
 * The study of sleeps: tasks that each block their thread for a second, on many kinds of threads.
 */
package dev.tierbench.suite.sleeps;

/** The study of executors: a hundred small actions at once, on pools of many kinds and sizes. */
package dev.tierbench.suite.executors;

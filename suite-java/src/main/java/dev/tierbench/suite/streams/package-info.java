/** The study of streams: every item of a range, and of two kinds of flat map, to a sink. */
package dev.tierbench.suite.streams;

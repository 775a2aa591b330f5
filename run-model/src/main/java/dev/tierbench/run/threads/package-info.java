/** Tables per thread, and per thread and system call. */
package dev.tierbench.run.threads;

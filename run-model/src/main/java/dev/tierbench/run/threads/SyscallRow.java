package dev.tierbench.run.threads;

/** How often one thread made one system call in a window: a row of {@code syscalls.csv}. */
public record SyscallRow(long tid, String name, String role, String syscall, long calls) {}

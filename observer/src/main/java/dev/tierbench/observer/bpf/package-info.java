/**
 * A program of our own inside the kernel: written as instructions, loaded with {@code bpf(2)}
 * through JNA. docs/adr/0011 says why it is not left to bpftrace.
 */
package dev.tierbench.observer.bpf;

/**
 * Files and sockets of processes that may be hostile: a process of another user, or in a container.
 */
package dev.tierbench.observer.host.foreign;

/** The program of this module. */
package dev.tierbench.observer.program;

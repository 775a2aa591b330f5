/** Help of the programs, in one form. */
package dev.tierbench.cli;

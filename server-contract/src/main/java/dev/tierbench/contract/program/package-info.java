/** The contract as a program: checks a server that runs somewhere, line by line. */
package dev.tierbench.contract.program;

/** The slow dependency: {@code GET /echo} answers after an exact delay. */
package dev.tierbench.echo;

/** The floors: what the same exchange costs on event loops with no framework around it. */
package dev.tierbench.floor;

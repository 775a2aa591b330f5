/** The database that servers call in place of the echo tier. */
package dev.tierbench.harness.tier.database;

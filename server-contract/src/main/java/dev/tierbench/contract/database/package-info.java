/** The contract of a server in front of PostgreSQL. */
package dev.tierbench.contract.database;

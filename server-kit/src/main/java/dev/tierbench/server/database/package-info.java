/** What the servers in front of PostgreSQL share, whatever their driver. */
package dev.tierbench.server.database;

/** What the servers share that ask PostgreSQL by R2DBC: r2dbc-postgresql and r2dbc-pool. */
package dev.tierbench.server.r2dbc;

/** What the servers share that ask PostgreSQL by JDBC: pgjdbc and HikariCP. */
package dev.tierbench.server.jdbc;

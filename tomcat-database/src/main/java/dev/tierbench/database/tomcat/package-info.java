/** The blocking model: a thread per request on Tomcat, which waits for the database. */
package dev.tierbench.database.tomcat;

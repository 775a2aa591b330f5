/** The blocking model: a thread per request on Tomcat, which waits for echo. */
package dev.tierbench.tomcat;

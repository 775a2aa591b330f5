/** The blocking model: a thread per request on Tomcat, echo asked over a blocking socket. */
package dev.tierbench.tomcat;

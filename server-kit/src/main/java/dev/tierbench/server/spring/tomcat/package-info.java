/** What the servers on Tomcat share. */
package dev.tierbench.server.spring.tomcat;

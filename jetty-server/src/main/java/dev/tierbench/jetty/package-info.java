/** The handler of the servlet servers on Jetty. */
package dev.tierbench.jetty;

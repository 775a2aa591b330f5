/** What the servers on Spring share, servlet and reactive. */
package dev.tierbench.server.spring;

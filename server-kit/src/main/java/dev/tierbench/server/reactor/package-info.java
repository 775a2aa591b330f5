/** What the servers on reactor-netty share. */
package dev.tierbench.server.reactor;

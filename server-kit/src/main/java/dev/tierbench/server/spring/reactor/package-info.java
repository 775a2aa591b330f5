/** What the servers on Spring WebFlux and reactor-netty share. */
package dev.tierbench.server.spring.reactor;

/** The reactive model: event loops of reactor-netty serve the request and ask echo. */
package dev.tierbench.netty;

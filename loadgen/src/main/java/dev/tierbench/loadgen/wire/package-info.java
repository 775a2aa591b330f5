/** How a request gets onto a connection and its answer off it: HTTP/1.1, TLS, HTTP/2. */
package dev.tierbench.loadgen.wire;

/** Requests as bytes, responses from bytes, and the TLS of a client; knows nothing of load. */
package dev.tierbench.loadgen.http;

package dev.tierbench.loadgen.result;

import java.util.Optional;

/**
 * A connection that was replaced because it had carried all its requests.
 *
 * @param wholeNanos from its last answer to the next connection that is ready
 * @param connectNanos of TCP
 * @param handshakeNanos of TLS; empty in clear text
 */
public record Renewal(long wholeNanos, long connectNanos, Optional<Long> handshakeNanos) {}

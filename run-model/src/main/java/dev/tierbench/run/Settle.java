package dev.tierbench.run;

import java.util.Optional;

/**
 * How the load before a measured window ended: with a server in a steady state, or at the cap.
 *
 * @param seconds of load before the window
 * @param steady whether throughput and CPU per request stood still and the JIT compilers were idle
 * @param throughputChangePercent between the last two slices; empty when there were no two
 * @param cpuChangePercent of the server's CPU per request between them; empty likewise
 * @param jitPercent CPU of the server's JIT compilers over the last slice, of one core; empty when
 *     it could not be read
 */
public record Settle(
    double seconds,
    boolean steady,
    Optional<Double> throughputChangePercent,
    Optional<Double> cpuChangePercent,
    Optional<Double> jitPercent) {}

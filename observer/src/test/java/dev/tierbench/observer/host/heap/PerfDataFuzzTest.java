package dev.tierbench.observer.host.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The counters of a JVM that wrote anything into its file. */
@Tag("fuzz")
class PerfDataFuzzTest {

  private static final int BYTES = 2_048;

  @Test
  void countersOrALine() {
    PerfDataFile file =
        new PerfDataFile()
            .text("sun.gc.policy.name", "GarbageFirst")
            .number("sun.os.hrt.frequency", 1_000_000)
            .number("sun.gc.generation.0.space.0.used", 100)
            .number("sun.gc.collector.0.invocations", 3)
            .number("sun.gc.collector.0.time", 400)
            .number("sun.gc.tlab.alloc", 7);
    Fuzz.feed(
        List.of(Arrays.copyOf(file.memory().array(), BYTES)),
        IOException.class,
        input -> {
          ByteBuffer memory = ByteBuffer.wrap(input);
          Optional<PerfData> data = PerfData.parse(memory, memory::getLong);
          Optional<HeapCounters> counters = data.flatMap(HeapCounters::of);
          counters.ifPresent(known -> {
            assertThat(known.ticksPerSecond()).isPositive();
            assertThat(List.of(known.pauses(), known.eden(), known.threadBuffers()))
                .extracting(LongSupplier::getAsLong)
                .doesNotContainNull();
          });
        });
  }
}

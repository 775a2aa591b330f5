package dev.tierbench.observer.host.heap;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The counters of a collector. Names are those of JDK 17 to 25.
 *
 * @param collector G1, Serial, Parallel or whatever else the JVM calls itself
 * @param collections pauses that collected the heap or a part of it, counted as they begin
 * @param fullCollections those of the whole heap among them
 * @param lastEnds when the last pause of each kind ended, summed: another value after each pause
 * @param pauses all pauses, with those of a concurrent cycle, counted as they begin
 * @param pauseTicks how long they took, counted as they end
 * @param ticksPerSecond of those
 * @param eden what was taken of eden; of G1 after each region that is full, of others after each
 *     collection only
 * @param threadBuffers what the threads took of eden for their buffers between the last two
 *     collections, in words of 8 bytes
 * @param bufferWaste what they left empty of those, in words
 * @param kept what the last collection left: survivors and the old generation
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
record HeapCounters(
    String collector,
    LongSupplier collections,
    LongSupplier fullCollections,
    LongSupplier lastEnds,
    LongSupplier pauses,
    LongSupplier pauseTicks,
    long ticksPerSecond,
    LongSupplier eden,
    LongSupplier threadBuffers,
    LongSupplier bufferWaste,
    LongSupplier kept) {

  private static final String COLLECTOR = "sun.gc.collector.";
  private static final List<String> YOUNG_AND_FULL = List.of(COLLECTOR + "0.", COLLECTOR + "1.");
  private static final String G1 = "GarbageFirst";

  /**
   * Collectors whose pauses and spaces are known, by {@code sun.gc.policy.name}; others work while
   * the program runs.
   */
  private static final List<String> KNOWN = List.of(G1, "Copy:MSC", "ParScav:MSC");

  static Optional<HeapCounters> of(PerfData data) {
    Optional<String> collector = data.text("sun.gc.policy.name").filter(KNOWN::contains);
    Optional<LongSupplier> frequency = data.number("sun.os.hrt.frequency");
    return collector.flatMap(name ->
        frequency
            .map(LongSupplier::getAsLong)
            .filter(hertz -> hertz > 0)
            .map(hertz -> of(data, name, hertz)));
  }

  private static HeapCounters of(PerfData data, String collector, long ticksPerSecond) {
    List<String> all = data.names(COLLECTOR);
    return HeapCountersBuilder.stagedBuilder()
        .collector(collector)
        .collections(data.sum(YOUNG_AND_FULL.stream().map(each -> each + "invocations")))
        .fullCollections(data.sum(Stream.of(COLLECTOR + "1.invocations")))
        .lastEnds(data.sum(YOUNG_AND_FULL.stream().map(each -> each + "lastExitTime")))
        .pauses(data.sum(all.stream().filter(name -> name.endsWith(".invocations"))))
        .pauseTicks(data.sum(all.stream().filter(name -> name.endsWith(".time"))))
        .ticksPerSecond(ticksPerSecond)
        .eden(data.sum(Stream.of("sun.gc.generation.0.space.0.used")))
        .threadBuffers(data.sum(Stream.of("sun.gc.tlab.alloc")))
        .bufferWaste(data.sum(Stream.of("sun.gc.tlab.gcWaste", "sun.gc.tlab.refillWaste")))
        .kept(
            data.sum(
                Stream.of(
                    "sun.gc.generation.0.space.1.used",
                    "sun.gc.generation.0.space.2.used",
                    "sun.gc.generation.1.space.0.used")))
        .build();
  }

  /** Whether eden is counted while the program runs, so that allocation follows from it. */
  boolean countsEden() {
    return collector.equals(G1);
  }
}

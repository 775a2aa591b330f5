package dev.tierbench.run.record;

import dev.tierbench.run.Caveat;
import dev.tierbench.run.ProfileKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the profiled phase of a step came to: {@code profile.json}. The stacks are in files of their
 * own.
 *
 * @param recorder the program that took it, with its version
 * @param windowMs from boundary to boundary of the phase; only what was sampled in it counts
 * @param parts one for each kind that was asked for and could be sampled
 * @param mounts how often a virtual thread was mounted on a carrier; empty when not counted
 * @param submitFailures how often the scheduler refused a virtual thread; empty when not counted
 * @param liveHeapBytes what a full collection left in the heap, under the load and before the
 *     phase; empty when there was none
 * @param caveats what could not be had, and why
 * @param failure why there is no profile; empty when there is one
 */
public record Profile(
    String schema,
    String recorder,
    long windowMs,
    List<Part> parts,
    Optional<Long> mounts,
    Optional<Long> submitFailures,
    Optional<Long> liveHeapBytes,
    List<Caveat> caveats,
    Optional<String> failure) {

  public static final String SCHEMA = "tierbench/profile/1";

  public Profile {
    parts = List.copyOf(parts);
    caveats = List.copyOf(caveats);
  }

  /**
   * One kind.
   *
   * @param samples how many events, which bounds what can be read from it
   * @param weight the sum over the stacks, in the unit of the kind's weight
   */
  public record Part(ProfileKind kind, long samples, long weight) {}

  /** There is none, for that reason. */
  public static Profile failed(String reason) {
    return new Profile(
        SCHEMA,
        "none",
        0,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.of(reason));
  }

  /**
   * The same profile with what a full collection left in the heap.
   *
   * @param unread why that is not known
   */
  public Profile withLiveHeap(Optional<Long> bytes, Optional<Caveat> unread) {
    return new Profile(
        schema,
        recorder,
        windowMs,
        parts,
        mounts,
        submitFailures,
        bytes,
        Stream.concat(caveats.stream(), unread.stream()).toList(),
        failure);
  }

  /** What there is of a kind. */
  public Optional<Part> part(ProfileKind kind) {
    return parts.stream().filter(part -> part.kind() == kind).findFirst();
  }
}

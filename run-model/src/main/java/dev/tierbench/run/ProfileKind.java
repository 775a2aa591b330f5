package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.stream.Stream;

/** What a profile attributes to stacks. */
public enum ProfileKind {
  @JsonProperty("cpu")
  CPU("cpu", "CPU", Weight.NANOSECONDS),
  @JsonProperty("alloc")
  ALLOC("alloc", "allocated memory", Weight.BYTES),
  @JsonProperty("lock")
  LOCK("lock", "time waiting for locks", Weight.NANOSECONDS),
  @JsonProperty("wall")
  WALL("wall", "elapsed time of all threads", Weight.NANOSECONDS),
  @JsonProperty("pin")
  PIN("pin", "pins of virtual threads", Weight.EVENTS);

  /** What the weight of a stack counts. */
  public enum Weight {
    NANOSECONDS,
    BYTES,
    EVENTS
  }

  private final String id;
  private final String label;
  private final Weight weight;

  ProfileKind(String id, String label, Weight weight) {
    this.id = id;
    this.label = label;
    this.weight = weight;
  }

  /** The kind of that name on a command line or in a file. */
  public static Optional<ProfileKind> named(String id) {
    return Stream.of(values()).filter(kind -> kind.id.equals(id)).findFirst();
  }

  /** The name on command lines and in files. */
  public String id() {
    return id;
  }

  public String label() {
    return label;
  }

  public Weight weight() {
    return weight;
  }
}

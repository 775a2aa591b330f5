package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** A part of the HTTP testbed: one process, or one container. */
public enum Tier {
  @JsonProperty("loadgen")
  LOADGEN,
  @JsonProperty("server")
  SERVER,
  @JsonProperty("echo")
  ECHO;

  /** The tier of that id. */
  public static Tier named(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }

  /** The name in files and options. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}

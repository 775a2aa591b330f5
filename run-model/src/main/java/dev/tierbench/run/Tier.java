package dev.tierbench.run;

import java.util.Locale;

/** A part of the HTTP testbed: one process, or one container. */
public enum Tier implements Named {
  LOADGEN,
  SERVER,
  ECHO,
  /** The database that servers call in place of the echo tier. */
  DATABASE;

  /** The tier of that id. */
  public static Tier named(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}

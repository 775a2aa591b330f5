package dev.tierbench.run;

import java.util.Locale;

/** Whether a thread was there over the whole window. */
public enum ThreadState {
  /** Alive at both boundaries. */
  LIVE,
  /** Born inside the window and alive at its end. */
  STARTED,
  /** Gone before the end of the window, whenever it was born. */
  EXITED;

  /** The word in {@code threads.csv}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The state of that word.
   *
   * @throws IllegalArgumentException when no state has that word
   */
  public static ThreadState ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}

package dev.tierbench.run.threads;

import dev.tierbench.run.Named;

/** Whether a thread was there over the whole window. */
public enum ThreadState implements Named {
  /** Alive at both boundaries. */
  LIVE,
  /** Born inside the window and alive at its end. */
  STARTED,
  /** Gone before the end of the window, whenever it was born. */
  EXITED
}

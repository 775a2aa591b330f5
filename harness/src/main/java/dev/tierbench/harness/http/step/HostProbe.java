package dev.tierbench.harness.http.step;

import dev.tierbench.run.HostSpeed;
import java.util.List;

/** Finds out how fast the host is. It must run while no load does. */
public interface HostProbe {

  /** The cores that it runs on, as the kernel writes them. */
  String cores();

  /** Does the fixed work a few times. */
  List<HostSpeed.Reading> read() throws InterruptedException;
}

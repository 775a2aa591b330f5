package dev.tierbench.report.capacity;

import java.util.Locale;

/** What ends the growth of a server's throughput. */
sealed interface Bottleneck {

  String description();

  /** All cores are busy. */
  record Cores() implements Bottleneck {
    @Override
    public String description() {
      return "the cores";
    }
  }

  /** A pool of the server is full, by the name of its setting. */
  record Pool(String setting, int size) implements Bottleneck {
    @Override
    public String description() {
      return String.format(Locale.ROOT, "%s = %,d", setting, size);
    }
  }

  /** The only thread of a role is busy. */
  record SingleThread(String role) implements Bottleneck {
    @Override
    public String description() {
      return "the one " + role + " thread";
    }
  }
}

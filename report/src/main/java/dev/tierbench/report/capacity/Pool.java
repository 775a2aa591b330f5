package dev.tierbench.report.capacity;

import java.util.Locale;

/**
 * A pool of a server that limits the requests under way.
 *
 * @param setting its name in the server's settings
 */
record Pool(String setting, int size) {

  String description() {
    return String.format(Locale.ROOT, "%s = %,d", setting, size);
  }
}

package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.tier.WorkRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A script of wrk and wrk2 that gives them path and headers of a request, which stay off the
 * command line so. It has no function that wrk calls: each request is the same bytes as without it.
 */
final class WrkScript {

  private WrkScript() {}

  /** The arguments that make a request by a script in one of those files. */
  static List<String> arguments(WorkRequest request, PrivateFiles files) throws IOException {
    StringBuilder script = new StringBuilder();
    for (String line : request.headers()) {
      int colon = line.indexOf(':');
      script
          .append("wrk.headers[")
          .append(quoted(line.substring(0, colon)))
          .append("] = ")
          .append(quoted(line.substring(colon + 1).strip()))
          .append('\n');
    }
    String path = request.target().getRawPath();
    String query = request.target().getRawQuery();
    script
        .append("wrk.path = ")
        .append(quoted((path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query)))
        .append('\n');
    return List.of(
        "--script",
        files.write("request.lua", script.toString()).toString(),
        request.target().resolve("/").toString());
  }

  /** A string of Lua, in which any byte but a letter or a digit is its number. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      char character = (char) (each & 0xff);
      if (character < 128 && Character.isLetterOrDigit(character)) {
        quoted.append(character);
      } else {
        quoted.append(String.format("\\%03d", (int) character));
      }
    }
    return quoted.append('"').toString();
  }
}

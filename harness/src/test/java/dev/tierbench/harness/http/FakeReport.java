package dev.tierbench.harness.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a page of one word, also a live one, or fails where something is in its way. Of three
 * rounds it says that they decide, of fewer that they do not.
 */
final class FakeReport {
  private FakeReport() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("live")) {
      Files.writeString(Path.of(args[2]), "live page");
      return;
    }
    if (args[0].equals("decide")) {
      boolean decided = Files.isDirectory(Path.of(args[1], "rounds", "03"));
      Files.writeString(
          Path.of(args[3]),
          decided
              ? "{\"rows\": 2, \"one_sided\": 0, \"open\": []}"
              : "{\"rows\": 2, \"one_sided\": 0, \"open\": [{\"row\": \"CPU\", \"least_told\": 0.1}]}");
      return;
    }
    Path page = Path.of(args[1]).resolve("report.html");
    if (Files.isDirectory(page)) {
      System.err.println("report: " + page + " is a folder");
      System.exit(1);
    }
    Files.writeString(page, args[0]);
    System.out.println("written: " + page);
  }
}

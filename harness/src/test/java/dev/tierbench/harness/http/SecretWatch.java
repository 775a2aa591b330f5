package dev.tierbench.harness.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Looks for a text in the command lines and environments of all processes below one. */
final class SecretWatch implements AutoCloseable {

  private final ProcessHandle top;
  private final String text;
  private final String service;
  private final Set<String> found = new ConcurrentSkipListSet<>();
  private final Set<Long> seen = ConcurrentHashMap.newKeySet();
  private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::look);
  private volatile boolean over;

  /**
   * Begins to look.
   *
   * @param service what is in the command line of the only process that may have the text in its
   *     environment
   */
  SecretWatch(ProcessHandle top, String text, String service) {
    this.top = top;
    this.text = text;
    this.service = service;
    thread.start();
  }

  private void look() {
    while (!over) {
      top.descendants().forEach(this::look);
      FakeTiers.sleep(5);
    }
  }

  private void look(ProcessHandle process) {
    Path folder = Path.of("/proc", String.valueOf(process.pid()));
    String before = read(folder.resolve("cmdline"));
    String environment = read(folder.resolve("environ"));
    String words = read(folder.resolve("cmdline"));
    seen.add(process.pid());
    if (words.contains(text)) {
      found.add("command line: " + words.replace('\0', ' '));
    }
    // The JDK's helper is a copy of its parent until it becomes the child.
    boolean settled = before.equals(words) && !words.contains("jspawnhelper") && !words.isEmpty();
    if (environment.contains(text) && settled && !words.contains(service) && !isCopy(words)) {
      found.add("environment: " + words.replace('\0', ' '));
    }
  }

  private boolean isCopy(String words) {
    return words.equals(read(Path.of("/proc", String.valueOf(top.pid()), "cmdline")));
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  /** Where the text was seen. */
  List<String> found() {
    return List.copyOf(found);
  }

  /** How many processes were looked at. */
  int processes() {
    return seen.size();
  }

  @Override
  public void close() {
    over = true;
  }
}

package dev.tierbench.harness.http;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A closed load that is told and prints what wrk is and does. */
final class FakeWrk {

  private static final String VERSION = "wrk fake/4.1 [none] of the tests";

  private FakeWrk() {}

  /** The PATH of a host that has it. */
  static String onPath(Path folder) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return with(
        folder,
        "exec '"
            + java
            + "' -Xmx64m -cp '"
            + System.getProperty("java.class.path")
            + "' "
            + FakeWrk.class.getName()
            + " \"$@\"");
  }

  /** The PATH of a host whose wrk ends as it does when nothing listens. */
  static String refusedOnPath(Path folder) throws IOException {
    return with(folder, "echo 'unable to connect to 127.0.0.1:1 Connection refused' >&2; exit 1");
  }

  private static String with(Path folder, String command) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path program = bin.resolve("wrk");
    Files.writeString(
        program,
        "#!/bin/sh\n[ \"$1\" != --version ] || { echo '" + VERSION + "'; exit 1; }\n" + command);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return bin + File.pathSeparator + System.getenv("PATH");
  }

  private static final Pattern HEADER = Pattern.compile("wrk.headers\\[\"(.*)\"] = \"(.*)\"");
  private static final Pattern PATH = Pattern.compile("wrk.path = \"(.*)\"");
  private static final Pattern BYTE = Pattern.compile("\\\\(\\d{3})");

  /** With what a script of wrk sets, if there is one. */
  private static HttpRequest request(URI target, List<String> options) throws IOException {
    String script =
        options.contains("--script")
            ? Files.readString(Path.of(FakeTiers.after(options, "--script")))
            : "";
    Matcher path = PATH.matcher(script);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(path.find() ? target.resolve(text(path.group(1))) : target);
    HEADER
        .matcher(script)
        .results()
        .forEach(header -> request.header(text(header.group(1)), text(header.group(2))));
    return request.build();
  }

  /** A string of Lua without its escapes. */
  private static String text(String lua) {
    return BYTE.matcher(lua)
        .replaceAll(found ->
            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1)))));
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> options = List.of(args);
    int connections = Integer.parseInt(FakeTiers.after(options, "--connections"));
    long seconds = Long.parseLong(FakeTiers.after(options, "--duration").replace("s", ""));
    URI target = URI.create(options.getLast());
    HttpRequest request = request(target, options);
    boolean plain = !options.contains("--script");
    AtomicLong complete = new AtomicLong();
    LongAdder nanos = new LongAdder();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      senders.add(
          Thread.ofPlatform()
              .start(() -> {
                while (System.nanoTime() < end) {
                  long sent = System.nanoTime();
                  if ((plain ? FakeTiers.status(target) : FakeTiers.status(request)) == 200) {
                    complete.incrementAndGet();
                    nanos.add(System.nanoTime() - sent);
                  }
                }
              }));
    }
    for (Thread sender : senders) {
      sender.join();
    }
    double meanMillis = nanos.sum() / 1e6 / complete.get();
    System.out.printf("Running %ds test @ %s%n", seconds, target);
    System.out.printf("  1 threads and %d connections%n", connections);
    System.out.println("  Thread Stats   Avg      Stdev     Max   +/- Stdev");
    System.out.printf("    Latency %8.2fms    1.00ms  99.00ms   90.00%%%n", meanMillis);
    System.out.println("    Req/Sec     0.05k     1.00     0.06k    66.67%");
    System.out.println("  Latency Distribution");
    System.out.printf("     50%% %8.2fms%n     90%% %8.2fms%n", meanMillis, meanMillis);
    System.out.printf("  %d requests in %d.00s, 12.50KB read%n", complete.get(), seconds);
    // Little's law is not what a fake is to prove.
    System.out.printf("Requests/sec: %9.2f%n", 1_000 * connections / meanMillis);
    System.out.println("Transfer/sec:      6.25KB");
  }
}

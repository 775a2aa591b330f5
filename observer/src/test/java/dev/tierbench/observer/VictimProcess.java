package dev.tierbench.observer;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A program with a known workload in a real JVM, which starts its work on a line. */
public final class VictimProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;
  private final BufferedWriter input;

  private VictimProcess(Process process) {
    this.process = process;
    this.output = process.inputReader();
    this.input = process.outputWriter();
  }

  public static VictimProcess start(String program, String... arguments) throws Exception {
    return start(
        List.of(), Path.of(System.getProperty("java.home"), "bin", "java"), program, arguments);
  }

  /** With options of the JVM that take the place of the usual ones. */
  public static VictimProcess startWith(List<String> options, String program, String... arguments)
      throws Exception {
    return start(
        List.of(),
        Path.of(System.getProperty("java.home"), "bin", "java"),
        options,
        program,
        arguments);
  }

  /**
   * A prefix that starts a JVM in namespaces of its own. They share {@code /tmp}, where a JVM that
   * was killed leaves the socket of its process id, which is 1 in all of them.
   */
  public static List<String> container(List<String> prefix) throws IOException {
    Files.deleteIfExists(Path.of("/tmp/.java_pid1"));
    List<String> words =
        new ArrayList<>(List.of("unshare", "--mount", "--pid", "--fork", "--mount-proc"));
    words.addAll(prefix);
    return words;
  }

  /** Started through another program, such as one that changes the user. */
  public static VictimProcess start(
      List<String> prefix, Path java, String program, String... arguments) throws Exception {
    return start(prefix, java, List.of("-XX:+UseSerialGC", "-Xss256k"), program, arguments);
  }

  private static VictimProcess start(
      List<String> prefix, Path java, List<String> options, String program, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(prefix);
    command.add(java.toString());
    command.addAll(options);
    command.add("-cp");
    command.add(compiled(program, program.startsWith("Virtual") ? "21" : "17").toString());
    command.add(program);
    command.addAll(List.of(arguments));
    VictimProcess victim =
        new VictimProcess(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    victim.expect("ready");
    // Of a JVM that another program killed: it keeps one of another user from being asked.
    Files.deleteIfExists(attachSocket(victim.process.toHandle()));
    return victim;
  }

  /** Compiles the program into a folder that every user can read. */
  static Path compiled(String program, String release) throws IOException {
    Path folder = Files.createTempDirectory("victim-");
    // Deleted in the opposite order: the folder when its files are gone.
    folder.toFile().deleteOnExit();
    Path source = folder.resolve(program + ".java");
    try (InputStream in = VictimProcess.class.getResourceAsStream("victims/" + program + ".java")) {
      Files.copy(in, source);
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null, null, null, "--release", release, "-d", folder.toString(), source.toString());
    if (result != 0) {
      throw new IOException(program + " does not compile");
    }
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(file -> file.toFile().deleteOnExit());
    }
    if (!folder.toFile().setReadable(true, false) || !folder.toFile().setExecutable(true, false)) {
      throw new IOException("cannot open " + folder + " to other users");
    }
    return folder;
  }

  public long pid() {
    return process.pid();
  }

  /** The JVM itself when it was started through another program. */
  public long pidOfChild() {
    return process.children().findFirst().orElseThrow().pid();
  }

  /** Lets it do its work and returns when that is done. */
  public void work() throws Exception {
    send("go");
    expect("done");
  }

  void send(String line) throws IOException {
    input.write(line + "\n");
    input.flush();
  }

  private void expect(String wanted) throws Exception {
    String line =
        CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return String.valueOf(output.readLine());
                  } catch (IOException e) {
                    return e.toString();
                  }
                })
            .get(30, TimeUnit.SECONDS);
    if (!wanted.equals(line)) {
      throw new IllegalStateException("the victim printed " + line + " instead of " + wanted);
    }
  }

  @Override
  public void close() {
    kill();
  }

  void kill() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    for (ProcessHandle one : all) {
      try {
        Files.deleteIfExists(attachSocket(one));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Path attachSocket(ProcessHandle process) {
    return Path.of("/tmp/.java_pid" + process.pid());
  }
}

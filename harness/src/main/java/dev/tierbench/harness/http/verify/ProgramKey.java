package dev.tierbench.harness.http.verify;

import dev.tierbench.harness.preflight.Sha256;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The hash of everything that decides how a server behaves while it is verified: its words,
 * environment and files, the JDK and the contract test. Empty where that cannot be known whole, as
 * of a script, a folder of classes, a jar whose class path names such a folder or a secret.
 */
final class ProgramKey {

  private static final String SCHEMA = "tierbench/program/1";

  /** Separators of the parts of a word or a variable that may each name a file. */
  private static final Pattern SEPARATORS = Pattern.compile("[=:;,\\s]");

  /** Variables of a terminal or a session, which no server reads. */
  private static final Pattern OF_THE_SESSION =
      Pattern.compile(
          "_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|LS_COLORS|WINDOWID|STY|TERM.*|TMUX.*|SSH_.*|GPG_.*"
              + "|XDG_.*|DBUS_.*|COLORTERM|VTE_.*|INVOCATION_ID|JOURNAL_STREAM|SUDO_.*|MAIL|HIST.*"
              + "|PATH|LANG|LC_.*|USER|LOGNAME|HOME|SHELL|EDITOR|PAGER|LESS.*|HOSTNAME");

  /** Variables that add words to each JVM. */
  private static final List<String> JVM_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  /** Files that a server of Spring Boot reads from the folder that it is started in. */
  private static final Pattern READ_FROM_HERE = Pattern.compile("application.*|config");

  private static final Pattern ARCHIVE = Pattern.compile("(?i).*\\.(jar|war|zip)");

  /** Attributes of a manifest that name other jars: a program's, and an agent's. */
  private static final List<Attributes.Name> CLASS_PATHS =
      List.of(Attributes.Name.CLASS_PATH, new Attributes.Name("Boot-Class-Path"));

  private final Verifier verifier;
  private final Map<String, String> parts = new TreeMap<>();
  private boolean known = true;

  private ProgramKey(Verifier verifier) {
    this.verifier = verifier;
  }

  /** The key of a server of that name, if all that decides its behaviour can be hashed. */
  static Optional<String> of(Verifier verifier, String name, ServerDescriptor server)
      throws IOException, InterruptedException {
    ProgramKey key = new ProgramKey(verifier);
    key.add(name, server);
    return key.known ? Optional.of(Sha256.of(RunJson.toJsonLine(key.parts))) : Optional.empty();
  }

  private void add(String name, ServerDescriptor server) throws IOException, InterruptedException {
    ServerCommand command =
        new TierCommands(
                verifier.installation(),
                VerificationPlan.of(
                    name, server, verifier.jvmOptions(), server.port(), verifier.backendPort()))
            .serverCommand(name);
    parts.put("schema", SCHEMA);
    parts.put("name", name);
    String descriptor = RunJson.toJsonLine(server);
    known &= !SecretReference.isIn(descriptor); // no trace of its value is kept
    parts.put("descriptor", descriptor);
    parts.put("words", RunJson.toJsonLine(command.program()));
    parts.put("environment", RunJson.toJsonLine(new TreeMap<>(command.environment())));
    TreeMap<String, String> inherited = new TreeMap<>(System.getenv());
    inherited.keySet().removeIf(OF_THE_SESSION.asMatchPredicate());
    inherited.remove(DatabaseAccess.PASSWORD); // no trace of its value is kept
    parts.put("inherited", RunJson.toJsonLine(inherited));
    addFile(verifier.installation().jar(Verifier.MODULE));
    addJdk(command.program().getFirst());
    List<String> words = new ArrayList<>(command.program().subList(1, command.program().size()));
    words.addAll(command.environment().values());
    JVM_VARIABLES.forEach(variable -> words.add(inherited.getOrDefault(variable, "")));
    for (String word : words) {
      addWord(word);
    }
    requireNothingReadFromHere();
  }

  /** A program that is not the JDK's is taken for a script: what it does cannot be known. */
  private void addJdk(String program) throws IOException, InterruptedException {
    Path java = verifier.installation().javaProgram();
    known &= program.equals(java.toString());
    parts.put("jdk", RunJson.toJsonLine(verifier.installation().java()));
    Path release = verifier.installation().javaHome().resolve("release");
    if (Files.isRegularFile(release)) {
      addFile(release);
    }
  }

  /** Each part of a word that names something is hashed; files of arguments name others. */
  private void addWord(String word) throws IOException {
    known &= !word.startsWith("@") && !word.contains("*");
    for (String part : SEPARATORS.split(word, -1)) {
      Optional<Path> path = existing(part);
      if (path.isPresent()) {
        addFile(path.get());
      }
    }
  }

  private static Optional<Path> existing(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text)).filter(Files::exists);
    } catch (InvalidPathException e) {
      return Optional.empty(); // no name of a file
    }
  }

  /** A jar stands for those of its class path, which the JVM looks for beside the file itself. */
  private void addFile(Path file) throws IOException {
    known &= Files.isRegularFile(file);
    if (!known) {
      return;
    }
    Path real = file.toRealPath();
    if (parts.put("file " + real, Sha256.of(real)) == null
        && ARCHIVE.matcher(real.toString()).matches()) {
      for (String other : otherJars(real)) {
        addOther(real, other);
      }
    }
  }

  private void addOther(Path jar, String address) throws IOException {
    try {
      addFile(Path.of(jar.toUri().resolve(address)));
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      known = false; // no file of this host
    }
  }

  /** The addresses in the class paths of a jar, relative to it. */
  private static List<String> otherJars(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return Optional.ofNullable(jar.getManifest()).map(Manifest::getMainAttributes).stream()
          .flatMap(said -> CLASS_PATHS.stream().map(said::getValue))
          .filter(Objects::nonNull)
          .flatMap(text -> Stream.of(text.strip().split("\\s+")))
          .toList();
    }
  }

  private void requireNothingReadFromHere() throws IOException {
    try (Stream<Path> here = Files.list(Path.of("").toAbsolutePath())) {
      known &=
          here.map(file -> file.getFileName().toString())
              .noneMatch(READ_FROM_HERE.asMatchPredicate());
    }
  }
}

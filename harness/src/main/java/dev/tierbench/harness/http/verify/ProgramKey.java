package dev.tierbench.harness.http.verify;

import dev.tierbench.harness.preflight.JvmVariables;
import dev.tierbench.harness.preflight.Sha256;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The hash of everything that decides how a server behaves while it is verified: its words,
 * environment and files, the JDK and the contract test. Empty where that cannot be known whole, as
 * of a script, a folder of classes, a jar whose class path names such a folder or a secret.
 */
final class ProgramKey {

  private static final String SCHEMA = "tierbench/program/1";

  /** Variables of a terminal or a session, which no server reads. */
  private static final Pattern OF_THE_SESSION =
      Pattern.compile(
          "_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|LS_COLORS|WINDOWID|STY|TERM.*|TMUX.*|SSH_.*|GPG_.*"
              + "|XDG_.*|DBUS_.*|COLORTERM|VTE_.*|INVOCATION_ID|JOURNAL_STREAM|SUDO_.*|MAIL|HIST.*"
              + "|PATH|LANG|LC_.*|USER|LOGNAME|HOME|SHELL|EDITOR|PAGER|LESS.*|HOSTNAME");

  /** The variable that names the classes of a JVM without a class path of its own. */
  private static final String CLASS_PATH = "CLASSPATH";

  /** Files that a server of Spring Boot reads from the folder that it is started in. */
  private static final Pattern READ_FROM_HERE = Pattern.compile("application.*|config");

  private final Verifier verifier;
  private final Map<String, String> parts = new TreeMap<>();
  private final ProgramFiles files = new ProgramFiles();
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
    files.add(verifier.installation().jar(Verifier.MODULE));
    addJdk(command.program().getFirst());
    List<String> words = new ArrayList<>(command.program().subList(1, command.program().size()));
    words.addAll(command.environment().values());
    Stream.concat(JvmVariables.NAMES.stream(), Stream.of(CLASS_PATH))
        .forEach(variable -> words.add(inherited.getOrDefault(variable, "")));
    for (String word : words) {
      addWord(word);
    }
    files.hashes().forEach((file, hash) -> parts.put("file " + file, hash));
    known &= files.isComplete();
    requireNothingReadFromHere();
  }

  /** A program that is not the JDK's is taken for a script: what it does cannot be known. */
  private void addJdk(String program) throws IOException, InterruptedException {
    Path java = verifier.installation().javaProgram();
    known &= program.equals(java.toString());
    parts.put("jdk", RunJson.toJsonLine(verifier.installation().java()));
    Path release = verifier.installation().javaHome().resolve("release");
    if (Files.isRegularFile(release)) {
      files.add(release);
    }
  }

  /** Files of arguments name others, and a wildcard stands for any. */
  private void addWord(String word) throws IOException {
    known &= !word.startsWith("@") && !word.contains("*");
    files.addNamedIn(word);
  }

  private void requireNothingReadFromHere() throws IOException {
    try (Stream<Path> here = Files.list(Path.of("").toAbsolutePath())) {
      known &=
          here.map(file -> file.getFileName().toString())
              .noneMatch(READ_FROM_HERE.asMatchPredicate());
    }
  }
}

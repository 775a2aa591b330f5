package dev.tierbench.harness.tier.database;

import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.host.child.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The programs of an installed PostgreSQL, which Debian keeps in a folder of its own for each
 * version.
 *
 * @param initdb that makes a cluster
 * @param postgres that serves it
 */
public record PostgresPrograms(Path initdb, Path postgres) {

  /** How to get them. */
  static final String HOW_TO_INSTALL = "install them: ./scripts/setup.sh database";

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** The newest installed version; empty when there is none. */
  public static Optional<PostgresPrograms> find() throws IOException {
    for (Path folder : folders()) {
      PostgresPrograms found =
          new PostgresPrograms(folder.resolve("initdb"), folder.resolve("postgres"));
      if (Files.isExecutable(found.initdb) && Files.isExecutable(found.postgres)) {
        return Optional.of(found);
      }
    }
    return Tools.find("initdb")
        .flatMap(
            initdb -> Tools.find("postgres").map(server -> new PostgresPrograms(initdb, server)));
  }

  /**
   * The finding that there is none; empty when there is.
   *
   * @param option that asks for them
   */
  public static Optional<Finding> missing(String option) throws IOException {
    return find().isPresent()
        ? Optional.empty()
        : Optional.of(
            new Finding.Fatal(option + ": the programs of PostgreSQL are missing", HOW_TO_INSTALL));
  }

  private static List<Path> folders() throws IOException {
    if (!Files.isDirectory(DEBIAN)) {
      return List.of();
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .sorted(Comparator.comparingInt((Path version) -> number(version)).reversed())
          .map(version -> version.resolve("bin"))
          .toList();
    }
  }

  private static int number(Path folder) {
    String name = folder.getFileName().toString();
    return name.matches("\\d{1,4}") ? Integer.parseInt(name) : 0;
  }

  /** The version as the program prints it: {@code postgres (PostgreSQL) 15.14}. */
  public String version() throws IOException, InterruptedException {
    return Command.run(List.of(postgres.toString(), "--version"), LIMIT);
  }
}

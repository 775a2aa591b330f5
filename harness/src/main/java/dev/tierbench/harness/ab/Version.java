package dev.tierbench.harness.ab;

import dev.tierbench.harness.preflight.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One of two versions of a service.
 *
 * @param typed as the command line names it
 * @param id the commit, or the beginning of the SHA-256 of a jar
 * @param jar the program, of a version that is one
 * @param notes what a reader has to know of it
 */
record Version(String typed, String id, Optional<Path> jar, List<String> notes) {

  private static final String JAR = ".jar";

  Version {
    notes = List.copyOf(notes);
  }

  /** Whether a jar is meant and no commit. */
  static boolean isJar(String typed) {
    return typed.endsWith(JAR);
  }

  /**
   * The version of a commit, a tag, a branch or the working tree.
   *
   * @throws IOException when the repository has none of that name
   */
  static Version of(String typed, GitRepository repository)
      throws IOException, InterruptedException {
    return new Version(typed, repository.commit(typed), Optional.empty(), repository.notes(typed));
  }

  /**
   * The version that is a jar.
   *
   * @throws IOException when it cannot be read
   */
  static Version ofJar(String typed) throws IOException {
    Path jar = Path.of(typed).toAbsolutePath().normalize();
    try {
      return new Version(
          typed, GitRepository.shortened(Sha256.of(jar)), Optional.of(jar), List.of());
    } catch (IOException e) {
      throw new IOException(jar + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** {@code HEAD (0123456789ab)}. */
  String label() {
    String id = GitRepository.shortened(id());
    return typed.equals(id) ? id : typed + " (" + id + ")";
  }
}

package dev.tierbench.harness.ab;

import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The descriptor of one version of a service, made of the one for all of them. Only the program
 * differs: request, body, secrets and roles are those of the descriptor, for every version.
 *
 * @param file the descriptor for all versions
 */
record VersionDescriptor(Path file, ServerDescriptor service) {

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  /** A word with the folder and the commit of a version in it. */
  static String replaced(String word, Path here, Version version) {
    return word.replace(ServerDescriptor.HERE, here.toString())
        .replace(ServerDescriptor.COMMIT, version.id());
  }

  /**
   * Requires that two versions can be told apart.
   *
   * @throws IllegalArgumentException when every version would be the same program
   */
  void requireVersions(boolean jars) {
    if (jars && !service.command().contains("-jar")) {
      throw new IllegalArgumentException(
          file + ": the command has no word -jar, after which a jar would stand");
    }
    if (!jars
        && service
            .words()
            .noneMatch(word ->
                word.contains(ServerDescriptor.HERE) || word.contains(ServerDescriptor.COMMIT))) {
      throw new IllegalArgumentException(
          "%s: the command names neither %s nor %s, so that every version would be the same program"
              .formatted(file, ServerDescriptor.HERE, ServerDescriptor.COMMIT));
    }
  }

  /**
   * Writes the descriptor of a version.
   *
   * @param here the folder in which its program is
   * @param name of the server, and of the file
   * @return the file, which its owner alone reads: it may state values that plans mask
   */
  Path write(Version version, Path here, Path folder, String name) throws IOException {
    Path own = folder.resolve(name + ".yml");
    Files.deleteIfExists(own);
    Files.createDirectories(folder);
    Files.createFile(own, PosixFilePermissions.asFileAttribute(PRIVATE));
    // JSON is YAML.
    Files.writeString(own, RunJson.toJson(of(version, here)));
    return own;
  }

  private ServerDescriptor of(Version version, Path here) {
    Map<String, String> env = new LinkedHashMap<>();
    service.env().forEach((name, value) -> env.put(name, secret(replaced(value, here, version))));
    return service.with(next ->
        next.alias(Optional.empty())
            .model(
                service.contract() == Contract.NONE
                    ? service.model() + " " + GitRepository.shortened(version.id())
                    : service.model())
            .command(
                version.jar().isPresent()
                    ? withJar(words(service.command(), here, version), version.jar().get())
                    : words(service.command(), here, version))
            .options(words(service.options(), here, version))
            .buildCommand(List.of())
            .version(Optional.of(version.id()))
            .env(env)
            .headers(service.headers().stream().map(this::secret).toList())
            .url(service.url().map(this::secret))
            .health(service.health().map(this::secret))
            .body(service.body().map(this::absolute))
            .trust(service.trust().map(this::absolute))
            .roles(service.roles().map(this::absolute)));
  }

  private static List<String> words(List<String> words, Path here, Version version) {
    return words.stream().map(word -> replaced(word, here, version)).toList();
  }

  private static List<String> withJar(List<String> command, Path jar) {
    List<String> words = new ArrayList<>(command);
    words.set(words.indexOf("-jar") + 1, jar.toString());
    return words;
  }

  private String absolute(String path) {
    return file.toAbsolutePath().normalize().getParent().resolve(path).toString();
  }

  /** A text whose secrets are in the files that the descriptor means. */
  private String secret(String text) {
    return SecretReference.replaced(
        text,
        named ->
            named.source() == SecretReference.Source.FILE
                ? new SecretReference(named.source(), absolute(named.name())).text()
                : named.text());
  }
}

package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.host.Descriptors;
import dev.tierbench.harness.trial.KnownSubjects;
import dev.tierbench.run.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The servers that can be measured, as the files of a folder describe them.
 *
 * @param byName in the order of the files' names
 */
public record Servers(Map<String, ServerDescriptor> byName) implements KnownSubjects {

  /**
   * Reads every descriptor of a folder.
   *
   * @throws IOException naming the file that cannot be read, and what is wrong with it
   */
  public static Servers read(Path folder) throws IOException {
    return new Servers(Descriptors.read(folder, ServerDescriptor.class));
  }

  /** The names of those that are compared when none are named. */
  public List<String> standard() {
    return byName.keySet().stream().filter(name -> byName.get(name).standard()).toList();
  }

  public ServerDescriptor get(String name) {
    return byName.get(name);
  }

  @Override
  public String option() {
    return "--servers";
  }

  @Override
  public Map<String, String> aliases() {
    Map<String, String> aliases = new LinkedHashMap<>();
    byName.forEach((name, server) -> aliases.put(name, server.alias().orElse("")));
    return aliases;
  }

  @Override
  public Map<String, String> vary(String name) {
    return get(name).vary();
  }
}

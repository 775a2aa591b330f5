package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.Warning;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The secrets of the servers of a run, looked up once when it starts.
 *
 * @param byServer by the names of descriptors
 */
public record Secrets(Map<String, SecretValues> byServer, Redactor redactor) {

  /** None: of servers that refer to none, and of plans that are only printed. */
  public static final Secrets NONE = new Secrets(Map.of(), new Redactor(List.of()));

  public Secrets {
    byServer = Map.copyOf(byServer);
  }

  /**
   * Looks up all that descriptors refer to.
   *
   * @param servers by the names of descriptors
   * @param sources of those that come from a file, by the same names
   * @throws IOException naming descriptor and field of the first that is not there, and what to do
   */
  public static Secrets lookUp(
      Map<String, ServerDescriptor> servers,
      Map<String, DescriptorSource> sources,
      Map<String, String> environment)
      throws IOException {
    Map<String, Map<SecretReference, String>> found = new LinkedHashMap<>();
    for (Map.Entry<String, ServerDescriptor> server : servers.entrySet()) {
      Map<SecretReference, String> values = new HashMap<>();
      DescriptorSource source = sources.get(server.getKey());
      for (SecretField field : SecretField.of(server.getValue())) {
        for (SecretReference reference : SecretReference.in(field.text())) {
          values.put(reference, new SecretLookup(source, environment).value(field, reference));
        }
      }
      if (!values.isEmpty()) {
        found.put(server.getKey(), values);
      }
    }
    return found.isEmpty() ? NONE : of(found, key(environment));
  }

  /** The variables of the environment that descriptors refer to. */
  public static Set<String> variables(Collection<ServerDescriptor> servers) throws IOException {
    Set<String> names = new HashSet<>();
    for (ServerDescriptor server : servers) {
      for (SecretField field : SecretField.of(server)) {
        SecretReference.in(field.text()).stream()
            .filter(reference -> reference.source() == SecretReference.Source.ENV)
            .forEach(reference -> names.add(reference.name()));
      }
    }
    return names;
  }

  private static Secrets of(
      Map<String, Map<SecretReference, String>> found, Optional<FingerprintKey> key) {
    Map<String, SecretValues> byServer = new HashMap<>();
    found.forEach((server, values) ->
        byServer.put(
            server, new SecretValues(values, key.map(known -> Fingerprints.of(known, values)))));
    return new Secrets(
        byServer,
        new Redactor(byServer.values().stream().flatMap(each -> each.all().stream()).toList()));
  }

  private static Optional<FingerprintKey> key(Map<String, String> environment) {
    try {
      return Optional.of(FingerprintKey.in(FingerprintKey.fileOf(environment)));
    } catch (IOException e) {
      Warning.print(
          "no comparison will tell whether the secrets of this run are those of another: "
              + e.getMessage());
      return Optional.empty();
    }
  }

  /** Secrets of the server with that descriptor. */
  public SecretValues of(String descriptor) {
    return byServer.getOrDefault(descriptor, SecretValues.NONE);
  }
}

package dev.tierbench.harness.secret;

import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A field of a descriptor that may refer to secrets. */
record SecretField(String name, String text) {

  static final String HEADERS = "headers";

  /** All of them, the content of the body included. */
  static List<SecretField> of(ServerDescriptor server) throws IOException {
    List<SecretField> fields = new ArrayList<>();
    server.headers().forEach(line -> fields.add(new SecretField(HEADERS, line)));
    server.env().forEach((name, value) -> fields.add(new SecretField("env " + name, value)));
    server.url().ifPresent(url -> fields.add(new SecretField("url", url)));
    server.health().ifPresent(path -> fields.add(new SecretField("health", path)));
    if (server.body().isPresent()) {
      byte[] body = Files.readAllBytes(Path.of(server.body().get()));
      fields.add(new SecretField("body", new String(body, StandardCharsets.ISO_8859_1)));
    }
    return fields;
  }
}

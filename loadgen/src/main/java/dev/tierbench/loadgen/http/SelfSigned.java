package dev.tierbench.loadgen.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/**
 * A key pair with a self-signed certificate, for a server that ends with this process. Made by
 * keytool: the JDK has no API for it.
 */
public record SelfSigned(PrivateKey key, X509Certificate certificate) {

  private static final String PASSWORD = "rehearsal";
  private static final String ALIAS = "server";

  /**
   * Makes a key pair and its certificate, valid for a day.
   *
   * @param hosts that it is for, as keytool takes them: {@code ip:127.0.0.1,dns:localhost}
   * @throws IOException when keytool is missing or fails
   */
  public static SelfSigned make(String hosts) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tierbench-tls");
    Path file = folder.resolve("server.p12");
    try {
      generate(file, hosts);
      KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      return new SelfSigned(
          (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray()),
          (X509Certificate) store.getCertificate(ALIAS));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot read what keytool made: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static void generate(Path file, String hosts) throws IOException, InterruptedException {
    String options =
        ("-genkeypair -alias %s -keyalg EC -groupname secp256r1 -dname CN=tierbench -ext san=%s"
                + " -validity 2 -startdate -1d -storetype PKCS12 -storepass %s -keystore")
            .formatted(ALIAS, hosts, PASSWORD);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(options.split(" ", -1)));
    command.add(file.toString());
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), UTF_8).strip();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool made no certificate: " + output);
    }
  }
}

package dev.tierbench.loadgen;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A key pair with a certificate that vouches for itself, for a server that lives no longer than
 * this process. The JDK makes one by its keytool only.
 */
record SelfSigned(PrivateKey key, X509Certificate certificate) {

  private static final String PASSWORD = "rehearsal";
  private static final String ALIAS = "server";

  /**
   * Makes one.
   *
   * @param hosts that it is for, as keytool takes them: {@code ip:127.0.0.1,dns:localhost}
   * @throws IOException when keytool is missing or fails
   */
  static SelfSigned make(String hosts) throws IOException, InterruptedException {
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
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=tierbench",
                    "-ext",
                    "san=" + hosts,
                    "-validity",
                    "2",
                    "-startdate",
                    "-1d",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), UTF_8).strip();
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool made no certificate: " + said);
    }
  }
}

package dev.tierbench.loadgen;

import dev.tierbench.loadgen.http.SelfSigned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** What a server of a test needs for TLS, and its client. */
public final class TestTls {

  private static final char[] PASSWORD = "changeit".toCharArray();

  private TestTls() {}

  public static SSLContext server(SelfSigned identity)
      throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "server", identity.key(), PASSWORD, new Certificate[] {identity.certificate()});
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  public static Path pem(Path file, X509Certificate... certificates)
      throws IOException, GeneralSecurityException {
    StringBuilder text = new StringBuilder("What tools write before a certificate.\n");
    for (X509Certificate certificate : certificates) {
      text.append("-----BEGIN CERTIFICATE-----\n")
          .append(
              Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                  .encodeToString(certificate.getEncoded()))
          .append("\n-----END CERTIFICATE-----\n");
    }
    return Files.writeString(file, text);
  }

  public static Path store(Path file, String type, X509Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(type);
    store.load(null, null);
    store.setCertificateEntry("trusted", certificate);
    try (var out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD);
    }
    return file;
  }
}

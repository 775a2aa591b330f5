package dev.tierbench.run.descriptor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A file of certificates to believe: PEM, or a key store of the JDK (PKCS12, JKS). */
public final class TrustFile {

  private static final Pattern PEM =
      Pattern.compile("-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", Pattern.DOTALL);

  /** What the JDK's own stores have. Certificates are no secret. */
  private static final char[] USUAL_PASSWORD = "changeit".toCharArray();

  private TrustFile() {}

  /**
   * Reads all of them; of a key pair, its certificate.
   *
   * @throws IllegalArgumentException naming the file that holds none, and what to do
   */
  public static List<X509Certificate> read(Path file) {
    List<X509Certificate> certificates;
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      certificates = text.contains("-----BEGIN ") ? ofPem(text) : ofStore(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + " does not exist", e);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "cannot read the certificates of %s (%s): expected certificates as PEM, or a key store with the password '%s'"
              .formatted(file, e.getMessage(), new String(USUAL_PASSWORD)),
          e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(file + " holds no certificate");
    }
    return certificates;
  }

  private static List<X509Certificate> ofPem(String text) throws CertificateException {
    String blocks =
        PEM.matcher(text).results().map(MatchResult::group).collect(Collectors.joining("\n"));
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(blocks.getBytes(StandardCharsets.US_ASCII)))
        .stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  private static List<X509Certificate> ofStore(Path file)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(file.toFile(), USUAL_PASSWORD);
    List<X509Certificate> certificates = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.getCertificate(alias) instanceof X509Certificate certificate) {
        certificates.add(certificate);
      }
    }
    return certificates;
  }
}

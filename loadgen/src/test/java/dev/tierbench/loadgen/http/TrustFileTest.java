package dev.tierbench.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.loadgen.TestTls;
import dev.tierbench.run.descriptor.TrustFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class TrustFileTest {

  private static SelfSigned one;
  private static SelfSigned other;

  @TempDir Path folder;

  @BeforeAll
  static void makeCertificates() throws Exception {
    one = SelfSigned.make("dns:one.test");
    other = SelfSigned.make("dns:other.test");
  }

  @Test
  void aPemFileMayHoldSeveral() throws Exception {
    Path file = TestTls.pem(folder.resolve("pem"), one.certificate(), other.certificate());
    assertThat(TrustFile.read(file)).containsExactly(one.certificate(), other.certificate());
  }

  @ParameterizedTest
  @ValueSource(strings = {"PKCS12", "JKS"})
  void aStoreIsKnownByItsContent(String type) throws Exception {
    Path file = TestTls.store(folder.resolve("store"), type, one.certificate());
    assertThat(TrustFile.read(file)).containsExactly(one.certificate());
  }

  @Test
  void aPrivateKeyIsNoCertificate() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("key.pem"),
            "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----");
    assertRefused(file, "holds no certificate");
  }

  @Test
  void aDamagedCertificateIsNamed() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("bad.pem"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----");
    assertRefused(file, "expected certificates as PEM");
  }

  @Test
  void whatIsNeitherIsNamed() throws Exception {
    assertRefused(
        Files.writeString(folder.resolve("text"), "hello"), "expected certificates as PEM");
    assertRefused(folder.resolve("none"), "does not exist");
    assertRefused(folder, "cannot read the certificates of");
  }

  private static void assertRefused(Path file, String reason) {
    assertThatThrownBy(() -> TrustFile.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(reason);
  }
}

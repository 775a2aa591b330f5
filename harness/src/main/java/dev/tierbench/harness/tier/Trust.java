package dev.tierbench.harness.tier;

import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.descriptor.TrustFile;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The certificates that the sweep's own questions accept. */
final class Trust {

  private Trust() {}

  /**
   * The TLS context that the descriptor of a server asks for.
   *
   * @throws IOException when the file of those that it trusts cannot be used
   */
  static SSLContext of(RequestDescriptor request) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      if (request.insecure()) {
        context.init(null, new TrustManager[] {new Anyone()}, null);
      } else {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(request.trust().isPresent() ? store(Path.of(request.trust().get())) : null);
        context.init(null, factory.getTrustManagers(), null);
      }
      return context;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("cannot use 'trust': " + e.getMessage(), e);
    }
  }

  private static KeyStore store(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (X509Certificate certificate : TrustFile.read(file)) {
      store.setCertificateEntry(String.valueOf(store.size()), certificate);
    }
    return store;
  }

  /** Checks nothing, as was asked for; not even that the name of the host is in the certificate. */
  private static final class Anyone extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("this is no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}

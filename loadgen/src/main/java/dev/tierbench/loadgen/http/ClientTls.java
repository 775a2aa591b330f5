package dev.tierbench.loadgen.http;

import dev.tierbench.run.descriptor.TrustFile;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.NetUtil;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * The client's side of TLS, by the JDK's provider: which servers it trusts, HTTP/1.1 only. The
 * certificate has to be for the host of the URL, unless nothing is verified. Thread-safe.
 */
public final class ClientTls {

  /** Offer of HTTP/1.1 and nothing else by ALPN; a server without ALPN uses it anyway. */
  public static final ApplicationProtocolConfig HTTP_1_1 =
      new ApplicationProtocolConfig(
          Protocol.ALPN,
          SelectorFailureBehavior.NO_ADVERTISE,
          SelectedListenerFailureBehavior.ACCEPT,
          ApplicationProtocolNames.HTTP_1_1);

  private final SslContext context;
  private final boolean verifying;

  private ClientTls(SslContextBuilder builder, boolean verifying) {
    this.verifying = verifying;
    try {
      context = builder.sslProvider(SslProvider.JDK).applicationProtocolConfig(HTTP_1_1).build();
    } catch (SSLException e) {
      throw new IllegalArgumentException("cannot set TLS up: " + e.getMessage(), e);
    }
  }

  /**
   * @param trust certificates to trust instead of the JDK's own authorities
   * @param insecure whether any certificate is accepted
   * @throws IllegalArgumentException naming what is wrong with the file, or that both are given
   */
  static ClientTls of(Optional<Path> trust, boolean insecure) {
    if (trust.isPresent() && insecure) {
      throw new IllegalArgumentException("--insecure verifies nothing: leave --trust out");
    }
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (insecure) {
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm("");
    }
    trust.ifPresent(file -> builder.trustManager(TrustFile.read(file)));
    return new ClientTls(builder, !insecure);
  }

  /** Returns the TLS of a client that trusts one certificate only. */
  public static ClientTls trusting(X509Certificate certificate) {
    return new ClientTls(SslContextBuilder.forClient().trustManager(certificate), true);
  }

  /** Returns whether the certificate of the server is verified. */
  public boolean isVerifying() {
    return verifying;
  }

  /**
   * Returns the TLS handler of one connection; {@code host} is sent as the server name (SNI) and
   * verified against the certificate unless TLS is insecure.
   */
  public SslHandler handler(String host, int port, Duration timeout) {
    SslHandler handler = context.newHandler(ByteBufAllocator.DEFAULT, host, port);
    if (!NetUtil.isValidIpV4Address(host) && !NetUtil.isValidIpV6Address(host)) {
      SSLParameters parameters = handler.engine().getSSLParameters();
      parameters.setServerNames(List.of(new SNIHostName(host.replaceFirst("\\.$", ""))));
      handler.engine().setSSLParameters(parameters);
    }
    handler.setHandshakeTimeoutMillis(timeout.toMillis());
    return handler;
  }
}

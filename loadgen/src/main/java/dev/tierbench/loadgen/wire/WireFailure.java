package dev.tierbench.loadgen.wire;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** What ended a wire, or kept it from being made, in words. */
public final class WireFailure {
  private WireFailure() {}

  /** A plain description of what the network stack or TLS reported. */
  public static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (failure instanceof ConnectTimeoutException) {
      return "connect timed out";
    }
    if (isOfCertificate(failure)) {
      return "the server's certificate was refused (" + cause.getMessage() + ")";
    }
    if (failure instanceof NotSslRecordException) {
      return "the server does not speak TLS";
    }
    if (failure instanceof SslHandshakeTimeoutException) {
      return "TLS handshake timed out";
    }
    if (List.of(failure.getSuppressed()).stream().anyMatch(SSLException.class::isInstance)) {
      return "closed during the TLS handshake";
    }
    String text = Objects.requireNonNullElse(cause.getMessage(), "");
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.contains("connection refused")) {
      return "connection refused";
    }
    if (lower.contains("connection reset") || lower.contains("broken pipe")) {
      return "connection reset";
    }
    if (lower.contains("too many open files")) {
      return "too many open files: raise the limit with ulimit -n";
    }
    if (lower.contains("cannot assign requested address")) {
      return "no free source port: see net.ipv4.ip_local_port_range";
    }
    if (text.isBlank()) {
      return cause.getClass().getSimpleName();
    }
    return failure instanceof SSLException ? "TLS: " + text : text;
  }

  /** What to do about a connection that could not be made. */
  public static String hint(Throwable failure) {
    if (failure instanceof Http2RefusedException refused) {
      return refused.hint();
    }
    if (isOfCertificate(failure)) {
      return "Give --trust FILE with it or its authority, and the host that it is for in the URL;"
          + " or --insecure to verify nothing";
    }
    if (failure instanceof NotSslRecordException) {
      return "Is http:// meant?";
    }
    return "Is the server running there?";
  }

  private static boolean isOfCertificate(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(cause ->
            cause instanceof CertificateException
                || cause instanceof CertPathValidatorException
                || cause instanceof CertPathBuilderException);
  }
}

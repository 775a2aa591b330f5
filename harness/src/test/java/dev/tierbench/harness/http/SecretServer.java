package dev.tierbench.harness.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.Executors;

/**
 * A service that answers 200 only to a request with the right header, query and body, and only with
 * the right password in its environment: its arguments are a port and the hash of all four. It logs
 * what it receives.
 */
final class SecretServer {

  private SecretServer() {}

  static String hash(String header, String query, String body, String password) {
    try {
      byte[] all = String.join("|", header, query, body, password).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(all));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    HttpServer server = HttpServer.create(address, 100);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> answer(exchange, args[1]));
    System.out.println("starts with the password " + System.getenv("DB_PASSWORD"));
    server.start();
  }

  private static void answer(HttpExchange exchange, String right) throws IOException {
    FakeTiers.sleep(FakeTiers.ECHO_MILLIS);
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    String query = exchange.getRequestURI().getRawQuery();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    System.out.println("received " + header + ", " + query + ", " + body);
    String found =
        hash(String.valueOf(header), String.valueOf(query), body, System.getenv("DB_PASSWORD"));
    FakeTiers.answer(exchange, found.equals(right) ? 200 : 403, "order");
  }
}

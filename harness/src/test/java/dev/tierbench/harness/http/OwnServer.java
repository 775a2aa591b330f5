package dev.tierbench.harness.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A service that keeps no contract: port, path and status are its arguments. */
final class OwnServer {

  private OwnServer() {}

  public static void main(String[] args) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    HttpServer server = HttpServer.create(address, 100);
    server.setExecutor(Executors.newCachedThreadPool());
    int status = Integer.parseInt(args[2]);
    server.createContext(
        args[1],
        exchange -> {
          FakeTiers.sleep(FakeTiers.ECHO_MILLIS);
          FakeTiers.answer(exchange, status, "order " + System.getenv("ORDER"));
        });
    server.createContext("/ready", exchange -> FakeTiers.answer(exchange, 200, "ready"));
    server.start();
  }
}

package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.tierbench.contract.ServerContract.Strictness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A check that cannot fail would prove nothing. */
@Tag("process")
class ServerContractTest {

  @TestFactory
  Stream<DynamicTest> noCheckPassesOnAServerThatAnswersEverythingAlike() throws IOException {
    HttpServer alike =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    alike.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(203, -1);
          exchange.close();
        });
    alike.start();
    EchoStub echo = new EchoStub();
    ServerUnderTest server = new ServerUnderTest(alike.getAddress().getPort(), () -> alike.stop(0));
    return new ServerContract(server, echo, Strictness.ANY_SERVER, 1)
        .checks()
        .map(check ->
            DynamicTest.dynamicTest(
                check.name(),
                () -> assertThatThrownBy(check.body()::run).isInstanceOf(AssertionError.class)))
        .onClose(() -> {
          server.close();
          echo.close();
        });
  }
}

package dev.tierbench.contract;

import java.util.Map;

/**
 * The tests that every model of ours in front of echo passes. A module extends it with a source of
 * models and the tests of what they do alone; all share the server.
 */
public abstract class ModelSuite extends ServerSuite {
  protected EchoStub echo;

  /** Starts the server with {@link ServerUnderTest#options}. */
  protected abstract ServerUnderTest start(EchoStub echo);

  @Override
  protected Downstream startDownstream() {
    echo = new EchoStub();
    return echo;
  }

  @Override
  protected ServerUnderTest startServer() {
    return start(echo);
  }

  @Override
  protected Map<String, Object> settingsOfTheClient() {
    return Map.of(
        "echo_url",
        echo.url(),
        "client_max_connections",
        8192,
        "client_pending_acquire_max",
        -1,
        "client_max_calls",
        -1,
        "client_acquire_timeout_ms",
        ServerUnderTest.ACQUIRE_TIMEOUT_MILLIS,
        "connect_timeout_ms",
        2000,
        "response_timeout_ms",
        ServerUnderTest.ECHO_TIMEOUT_MILLIS);
  }
}

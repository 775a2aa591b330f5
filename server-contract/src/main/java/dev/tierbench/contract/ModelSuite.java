package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.contract.ServerContract.Strictness;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * The tests that every model of ours passes, on one server in this JVM for each model. A module
 * extends it with a source of models and the tests of what they do alone; all share the server.
 */
@ParameterizedClass
@TestInstance(Lifecycle.PER_CLASS)
@Tag("process")
public abstract class ModelSuite {
  private static final int CALLERS = 50;
  private static final long SEED = 17;

  /** Name of the model as {@code /settings} reports it. */
  @Parameter(0)
  protected String model;

  protected EchoStub echo;
  protected ServerUnderTest server;

  /** Starts the server with {@link ServerUnderTest#options}. */
  protected abstract ServerUnderTest start(EchoStub echo);

  @BeforeParameterizedClassInvocation
  protected void startServer() {
    echo = new EchoStub();
    server = start(echo);
  }

  @AfterParameterizedClassInvocation
  protected void stopServer() {
    server.close();
    echo.close();
  }

  /** Whatever fails, the server logs nothing: at full load the log would become the load. */
  @TestFactory
  protected Stream<DynamicTest> theContractIsKept() {
    return new ServerContract(server, echo, Strictness.OUR_SERVERS, SEED)
        .checks()
        .map(check ->
            DynamicTest.dynamicTest(
                check.name(),
                () -> {
                  try (ConsoleCapture console = new ConsoleCapture()) {
                    check.body().run();
                    assertThat(console.out()).isEmpty();
                    assertThat(console.err()).isEmpty();
                  } finally {
                    echo.recover();
                  }
                }));
  }

  @Test
  @Tag("smoke")
  protected void theSettingsAreThoseInForce() {
    Runtime jvm = Runtime.getRuntime();
    Map<String, Object> settings = server.settings();
    assertThat(settings)
        .containsEntry("model", model)
        .containsEntry("accept_count", 8192)
        .containsEntry("keep_alive_timeout_ms", -1)
        .containsEntry("max_keep_alive_requests", -1)
        .containsEntry("echo_url", echo.url())
        .containsEntry("client_max_connections", 8192)
        .containsEntry("client_pending_acquire_max", -1)
        .containsEntry("client_max_calls", -1)
        .containsEntry("client_acquire_timeout_ms", ServerUnderTest.ACQUIRE_TIMEOUT_MILLIS)
        .containsEntry("connect_timeout_ms", 2000)
        .containsEntry("response_timeout_ms", ServerUnderTest.ECHO_TIMEOUT_MILLIS)
        .containsEntry("cores_seen", jvm.availableProcessors())
        .containsEntry("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    assertThat(((Number) settings.get("heap_max_bytes")).longValue()).isEqualTo(jvm.maxMemory());
    assertThat(settings.get("jvm_version")).asString().contains(Runtime.version().toString());
    assertThat(settings.get("gc")).asString().isNotBlank();
  }

  /**
   * Checks that no virtual thread pins its carrier; a first round loads the classes, because
   * loading pins too. Other models have no carriers and no test.
   */
  @TestFactory
  protected Stream<DynamicTest> noRequestPinsItsCarrier() {
    return model.endsWith("-virtual")
        ? Stream.of(
            DynamicTest.dynamicTest(
                model,
                () -> {
                  requests();
                  assertThat(PinnedThreads.during(this::requests)).isEmpty();
                }))
        : Stream.empty();
  }

  private void requests() {
    for (int round = 0; round < 4; round++) {
      assertThat(server.getConcurrently("/sleep", CALLERS))
          .extracting(HttpResponse::statusCode)
          .containsOnly(200);
    }
  }

  /** The version of a library, as {@code /settings} reports it. */
  protected String version(String library) {
    return String.valueOf(((Map<?, ?>) server.settings().get("versions")).get(library));
  }
}

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
 * The tests that every model of ours passes whatever the tier behind it, on one server in this JVM
 * for each model.
 */
@ParameterizedClass
@TestInstance(Lifecycle.PER_CLASS)
@Tag("process")
public abstract class ServerSuite {
  private static final int CALLERS = 50;
  private static final long SEED = 17;

  /** Name of the model as {@code /settings} reports it. */
  @Parameter(0)
  protected String model;

  protected ServerUnderTest server;
  private Downstream downstream;

  /** Starts the tier behind the server. */
  protected abstract Downstream startDownstream();

  /** Starts the server with the options that the tier behind it needs. */
  protected abstract ServerUnderTest startServer();

  @BeforeParameterizedClassInvocation
  protected void startTiers() {
    downstream = startDownstream();
    server = startServer();
  }

  @AfterParameterizedClassInvocation
  protected void stopTiers() {
    if (server != null) {
      server.close();
    }
    if (downstream != null) {
      downstream.close();
    }
  }

  /** Whatever fails, the server logs nothing: at full load the log would become the load. */
  @TestFactory
  protected Stream<DynamicTest> theContractIsKept() {
    return downstream
        .checks(server, Strictness.OUR_SERVERS, SEED)
        .map(check ->
            DynamicTest.dynamicTest(
                check.name(),
                () -> {
                  try (ConsoleCapture console = new ConsoleCapture()) {
                    check.body().run();
                    assertThat(console.out()).isEmpty();
                    assertThat(console.err()).isEmpty();
                  } finally {
                    downstream.recover();
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
        .containsAllEntriesOf(settingsOfTheClient())
        .containsEntry("cores_seen", jvm.availableProcessors())
        .containsEntry("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    assertThat(((Number) settings.get("heap_max_bytes")).longValue()).isEqualTo(jvm.maxMemory());
    assertThat(settings.get("jvm_version")).asString().contains(Runtime.version().toString());
    assertThat(settings.get("gc")).asString().isNotBlank();
  }

  /** Settings of the client of the next tier that {@code /settings} has to report. */
  protected abstract Map<String, Object> settingsOfTheClient();

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

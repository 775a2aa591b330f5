package dev.tierbench.contract;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.contract.PacedServer.Pace;
import dev.tierbench.contract.ServerContract.Strictness;
import java.io.IOException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No check fails for the pace of a server, which a busy host decides; each finds its fault. */
@Tag("process")
class PacedServerTest {

  private static final String OUTAGE = "a killed echo costs only 502s, and its return is noticed";
  private static final String PARALLEL = "calls are concurrent with fan=parallel";
  private static final String SILENCE = "echo that is late, silent or stalled is 504";

  private final EchoStub echo = new EchoStub();
  private PacedServer paced;
  private ServerUnderTest server;

  @AfterEach
  void stop() {
    server.close();
    echo.close();
  }

  private ThrowingCallable check(String name, Pace pace) throws IOException {
    paced = new PacedServer(echo, pace);
    server = new ServerUnderTest(paced.port(), paced::close);
    return new ServerContract(server, echo, Strictness.ANY_SERVER, 1)
            .checks()
            .filter(check -> check.name().equals(name))
            .findFirst()
            .orElseThrow()
            .body()
        ::run;
  }

  @Test
  void a502OfARequestThatBeganWhileEchoWasDownMayComeLongAfterTheReturn() throws IOException {
    Pace pace = new Pace(Duration.ZERO, Duration.ofSeconds(1), Pace.ALL, 300, 0);
    assertThatCode(check(OUTAGE, pace)).doesNotThrowAnyException();
  }

  @Test
  void aServerThatFailsRequestsThatBeganAfterTheReturnIsFound() throws IOException {
    Pace pace = new Pace(Duration.ZERO, Duration.ofSeconds(1), Pace.ALL, 0, 20);
    assertThatThrownBy(check(OUTAGE, pace))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("times 502 to requests that began once echo was back");
  }

  @Test
  void concurrentCallsMayBeginLongAfterEachOther() throws IOException {
    Pace slow = new Pace(Duration.ofMillis(300), Duration.ofSeconds(5), Pace.ALL, 0, 0);
    assertThatCode(check(PARALLEL, slow)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void fewerCallsAtATimeAreNotTakenForConcurrent(int callsAtOnce) throws IOException {
    Pace fewer = new Pace(Duration.ZERO, Duration.ofSeconds(1), callsAtOnce, 0, 0);
    assertThatThrownBy(check(PARALLEL, fewer))
        .isInstanceOf(AssertionError.class)
        .hasMessage("echo never had 4 calls at the same time, and the answer has status 504");
  }

  @Test
  void aServerThatStoodStillMayBeLateWithIts504() throws IOException {
    Pace late = new Pace(Duration.ZERO, Duration.ofMillis(2_500), Pace.ALL, 0, 0);
    assertThatCode(check(SILENCE, late)).doesNotThrowAnyException();
    assertThatCode(check(SILENCE, Pace.EVEN)).doesNotThrowAnyException();
  }
}

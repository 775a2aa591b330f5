package dev.tierbench.server.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Wrapped;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** A connection whose statement gets no answer, and one that does. */
class SilenceWatchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final SilenceWatch watch = new SilenceWatch(Duration.ofMillis(200));
  private final List<String> happened = new ArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Sinks.One<String> answer = Sinks.one();
  private final Connection ofTheDriver =
      connection(Mono.fromRunnable(this::close), Optional.empty());
  private final Connection pooled =
      connection(Mono.fromRunnable(() -> happened.add("given back")), Optional.of(ofTheDriver));

  @AfterEach
  void end() {
    watch.close();
  }

  /** Closes as the driver does, which fails the statement first. */
  private void close() {
    answer.tryEmitError(new IllegalStateException("Connection closed"));
    if (closed.compareAndSet(false, true)) {
      happened.add("closed");
    }
  }

  /** A connection that can be closed, and be asked for the one that it stands for. */
  private static Connection connection(Mono<Void> close, Optional<Connection> wrapped) {
    return (Connection)
        Proxy.newProxyInstance(
            SilenceWatchTest.class.getClassLoader(),
            new Class<?>[] {Connection.class, Wrapped.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "close" -> close;
                  case "unwrap" -> wrapped.orElseThrow();
                  case "hashCode" -> System.identityHashCode(self);
                  case "equals" ->
                      System.identityHashCode(self) == System.identityHashCode(arguments[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Mono<String> asked() {
    return watch.use(Mono.just(pooled), open -> watch.over(open, answer.asMono()));
  }

  @Test
  void aConnectionThatIsGivenUpIsClosedBeforeAnotherMayHaveIt() {
    assertThatThrownBy(() -> asked().block(PATIENCE)).hasMessage("Connection closed");
    assertThat(happened).containsExactly("closed", "given back");
  }

  @Test
  void aConnectionThatAnswersIsGivenBackAsItIs() {
    answer.tryEmitValue("row");
    assertThat(asked().block(PATIENCE)).isEqualTo("row");
    assertThat(happened).containsExactly("given back");
    assertThat(watch.closed(pooled)).isFalse();
  }

  /** The statement before it ends only when it has begun. */
  @Test
  void theSecondStatementOfAConnectionIsWatchedAsWell() {
    Mono<String> two =
        watch.use(
            Mono.just(pooled),
            open ->
                watch
                    .over(open, Mono.just("begun"))
                    .flatMap(begun -> watch.over(open, answer.asMono())));
    assertThatThrownBy(() -> two.block(PATIENCE)).hasMessage("Connection closed");
  }

  @Test
  void aConnectionWhoseCallerHasGoneIsClosed() {
    asked().subscribe().dispose();
    assertThat(happened).containsExactly("closed", "given back");
  }
}

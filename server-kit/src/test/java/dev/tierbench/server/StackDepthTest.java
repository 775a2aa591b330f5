package dev.tierbench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.server.reactor.Calls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Scannable;
import reactor.core.publisher.Mono;

class StackDepthTest {

  private static long frames() {
    return StackWalker.getInstance().walk(frames -> frames.count());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 50, 1_000})
  void aCallIsMadeFromBelowThatManyFrames(int depth) {
    long own = StackDepth.call(0, StackDepthTest::frames);
    assertThat(StackDepth.call(depth, StackDepthTest::frames) - own).isEqualTo(depth);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 50, 1_000})
  void aReactiveCallIsBehindThatManyOperators(int depth) {
    Mono<String> call = Mono.just("echo");
    Mono<String> deep = Calls.behind(Workload.of("depth=" + depth), call);
    assertThat(Scannable.from(deep).parents().count()).isEqualTo(depth);
    assertThat(deep.block()).isEqualTo("echo");
  }

  @Test
  void aRequestAsksForIt() {
    assertThat(Workload.of("depth=50").depth()).isEqualTo(50);
    Workload all = Workload.of("depth=50&calls=3&handoffs=2");
    assertThat(all.depth()).isEqualTo(50);
    assertThat(all.handOffs()).isEqualTo(2);
    assertThat(Workload.of("calls=3").depth()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"depth=", "depth=-1", "depth=1001", "depth=2k", "depth=99999"})
  void otherDepthsAreRefused(String query) {
    assertThatThrownBy(() -> Workload.of(query))
        .isInstanceOf(Workload.Invalid.class)
        .hasMessageContaining("depth=0..1000");
  }
}

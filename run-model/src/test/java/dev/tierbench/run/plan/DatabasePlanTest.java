package dev.tierbench.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabasePlanTest {

  private static DatabasePlan of(String url) {
    return new DatabasePlan(Optional.of(url), 10);
  }

  @Test
  void aUrlSaysWhoConnectsWhereAndToWhat() {
    DatabasePlan plan = of("postgresql://me@db.example:6543/orders");
    assertThat(plan.user()).isEqualTo("me");
    assertThat(plan.host()).contains("db.example");
    assertThat(plan.port()).contains(6_543);
    assertThat(plan.name()).isEqualTo("orders");
    assertThat(of("postgresql://me@db.example/orders").port()).contains(5_432);
  }

  @Test
  void anAddressOfIpv6StandsInBrackets() {
    assertThat(of("postgresql://me@[::1]:6543/orders").host()).contains("::1");
    assertThat(of("postgresql://me@[::1]:6543/orders").isOnLoopback()).isTrue();
    assertThat(of("postgresql://me@127.0.0.1/orders").isOnLoopback()).isTrue();
    assertThat(of("postgresql://me@10.0.0.1/orders").isOnLoopback()).isFalse();
  }

  @Test
  void aDatabaseOfTheSweepHasARoleAndANameOfItsOwn() {
    DatabasePlan own = new DatabasePlan(Optional.empty(), 10);
    assertThat(own.user()).isEqualTo("tierbench");
    assertThat(own.name()).isEqualTo("tierbench");
    assertThat(own.host()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://db/orders",
        "postgresql://me@db",
        "postgresql://me:secret@db/orders",
        "postgresql://me@db/orders?sslmode=disable",
        "http://me@db/orders",
        "postgresql://me@db/a b",
        "postgresql://me@my_db:6000/orders",
        "postgresql://me@my db/orders",
        "postgresql://me@db:0/orders",
        "postgresql://me@db:65536/orders"
      })
  void anotherTextIsRefusedWithoutItsPassword(String url) {
    assertThatThrownBy(() -> of(url))
        .hasMessageContaining("expected postgresql://USER@HOST:PORT/NAME")
        .message()
        .doesNotContain("secret");
  }
}

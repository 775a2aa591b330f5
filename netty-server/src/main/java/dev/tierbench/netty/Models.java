package dev.tierbench.netty;

import dev.tierbench.server.blocking.BlockingEchoClient;
import java.util.List;
import org.springframework.util.ClassUtils;

/** The concurrency models that this server can run, one at a time, by {@code netty.model}. */
final class Models {
  static final String PROPERTY = "netty.model";

  static final String REACTOR = "webflux-reactor";
  static final String RXJAVA = "webflux-rxjava";
  static final String ELASTIC = "webflux-elastic";
  static final String VIRTUAL = "webflux-virtual";

  /** Model of the module netty-coroutine, which adds a handler in Kotlin to this one. */
  static final String COROUTINE = "webflux-coroutine";

  /** Models for which this jar has a handler. */
  static final List<String> ALL =
      ClassUtils.isPresent("dev.tierbench.netty.CoroutineSleepController", null)
          ? List.of(REACTOR, RXJAVA, ELASTIC, VIRTUAL, COROUTINE)
          : List.of(REACTOR, RXJAVA, ELASTIC, VIRTUAL);

  private Models() {}

  /** Whether a thread waits for echo, by way of {@link BlockingEchoClient}. */
  static boolean blocks(String model) {
    return model.equals(ELASTIC) || model.equals(VIRTUAL);
  }
}

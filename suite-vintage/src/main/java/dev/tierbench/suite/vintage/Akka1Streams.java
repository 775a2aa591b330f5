package dev.tierbench.suite.vintage;

import akka.actor.ActorSystem;
import akka.dispatch.ThreadPoolConfig;
import akka.stream.ActorMaterializer;
import akka.stream.javadsl.FlattenStrategy;
import akka.stream.javadsl.Source;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import dev.tierbench.suite.streams.LatchSubscriber;
import dev.tierbench.suite.streams.StreamCase;
import java.util.List;
import java.util.stream.IntStream;
import scala.runtime.BoxedUnit;

/**
 * Akka Streams 1.0, which has no range: numbers come from a list of boxed ones. Inner sources are
 * concatenated, as it cannot merge them.
 */
final class Akka1Streams extends Work {

  /** Nothing is printed during a timing, not even that the system ends. */
  private static final Config QUIET = ConfigFactory.parseString("akka.loglevel = WARNING");

  private final ActorSystem system;
  private final ActorMaterializer materializer;
  private final Source<Integer, BoxedUnit> flow;

  Akka1Streams(Settings settings) {
    this(settings, ActorSystem.create("suite", QUIET.withFallback(ConfigFactory.load())));
  }

  private Akka1Streams(Settings settings, ActorSystem system) {
    super(
        Setup.pool(
            "akka default dispatcher",
            poolSize(
                system.dispatchers().defaultDispatcherConfig().getConfig("fork-join-executor")),
            new Library("akka-stream", Source.class)));
    this.system = system;
    materializer = ActorMaterializer.create(system);
    Source<Integer, BoxedUnit> range =
        Source.from(IntStream.rangeClosed(1, settings.size()).boxed().toList());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST ->
              range
                  .map(v -> Source.single(v))
                  .flatten(FlattenStrategy.<Integer, BoxedUnit>concat());
          case FLATMAP_RANGE ->
              range
                  .map(v -> Source.from(List.of(v, v + 1)))
                  .flatten(FlattenStrategy.<Integer, BoxedUnit>concat());
        };
  }

  private static int poolSize(Config pool) {
    return ThreadPoolConfig.scaledPoolSize(
        pool.getInt("parallelism-min"),
        pool.getDouble("parallelism-factor"),
        pool.getInt("parallelism-max"));
  }

  @Override
  public long run(int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    LatchSubscriber subscriber = new LatchSubscriber(sink);
    flow.runWith(akka.stream.javadsl.Sink.<Integer>publisher(), materializer).subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }

  @Override
  public void close() {
    system.shutdown();
    system.awaitTermination();
  }
}

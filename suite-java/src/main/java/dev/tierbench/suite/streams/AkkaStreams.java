package dev.tierbench.suite.streams;

import akka.NotUsed;
import akka.actor.ActorSystem;
import akka.dispatch.ThreadPoolConfig;
import akka.stream.javadsl.AsPublisher;
import akka.stream.javadsl.Source;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.concurrent.ExecutionException;

/** Akka Streams. Every pass is materialised anew and crosses a thread, as published. */
final class AkkaStreams extends Work {

  /** Inner sources at once, as published. */
  private static final int BREADTH = 2;

  /** Nothing is printed during a timing, not even that the system ends. */
  private static final Config QUIET = ConfigFactory.parseString("akka.loglevel = WARNING");

  private final ActorSystem system;
  private final Source<Integer, NotUsed> flow;

  AkkaStreams(Settings settings) {
    this(settings, ActorSystem.create("suite", QUIET.withFallback(ConfigFactory.load())));
  }

  private AkkaStreams(Settings settings, ActorSystem system) {
    super(
        Setup.pool(
            "akka default dispatcher",
            poolSize(
                system.dispatchers().defaultDispatcherConfig().getConfig("fork-join-executor")),
            new Library("akka-stream", Source.class)));
    this.system = system;
    Source<Integer, NotUsed> range = Source.range(1, settings.size());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST -> range.flatMapMerge(BREADTH, Source::single);
          case FLATMAP_RANGE -> range.flatMapMerge(BREADTH, v -> Source.range(v, v + 1));
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
    flow.runWith(akka.stream.javadsl.Sink.asPublisher(AsPublisher.WITHOUT_FANOUT), system)
        .subscribe(subscriber);
    subscriber.await();
    return sink.sum() - before;
  }

  @Override
  public void close() throws ExecutionException, InterruptedException {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get();
  }
}

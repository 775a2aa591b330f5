package dev.tierbench.suite.streams;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.concurrent.ExecutionException;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.ThreadPoolConfig;
import org.apache.pekko.stream.javadsl.AsPublisher;
import org.apache.pekko.stream.javadsl.Source;

/** Pekko Streams, in the form of {@link AkkaStreams}. */
final class PekkoStreams extends Work {

  /** Inner sources at once, as published. */
  private static final int BREADTH = 2;

  /** Nothing is printed during a timing, not even that the system ends. */
  private static final Config QUIET = ConfigFactory.parseString("pekko.loglevel = WARNING");

  private final ActorSystem system;
  private final Source<Integer, NotUsed> flow;

  PekkoStreams(Settings settings) {
    this(settings, ActorSystem.create("suite", QUIET.withFallback(ConfigFactory.load())));
  }

  private PekkoStreams(Settings settings, ActorSystem system) {
    super(
        Setup.pool(
            "pekko default dispatcher",
            poolSize(
                system.dispatchers().defaultDispatcherConfig().getConfig("fork-join-executor")),
            new Library("pekko-stream", Source.class)));
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
    flow.runWith(
            org.apache.pekko.stream.javadsl.Sink.asPublisher(AsPublisher.WITHOUT_FANOUT), system)
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

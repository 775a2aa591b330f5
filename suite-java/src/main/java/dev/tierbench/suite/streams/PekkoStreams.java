package dev.tierbench.suite.streams;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tierbench.suite.Case;
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
final class PekkoStreams implements Work {

  /** Inner sources at once, as published. */
  private static final int BREADTH = 2;

  /** Nothing is printed during a timing, not even that the system ends. */
  private static final Config QUIET = ConfigFactory.parseString("pekko.loglevel = WARNING");

  private ActorSystem system;
  private Source<Integer, NotUsed> flow = Source.empty();

  @Override
  public void open(Settings settings) {
    system = ActorSystem.create("suite", QUIET.withFallback(ConfigFactory.load()));
    Source<Integer, NotUsed> range = Source.range(1, settings.size());
    flow =
        switch (StreamCase.of(settings.studyCase())) {
          case RANGE -> range;
          case FLATMAP_JUST -> range.flatMapMerge(BREADTH, Source::single);
          case FLATMAP_RANGE -> range.flatMapMerge(BREADTH, v -> Source.range(v, v + 1));
        };
  }

  @Override
  public Setup setup() {
    Config pool = system.dispatchers().defaultDispatcherConfig().getConfig("fork-join-executor");
    int size =
        ThreadPoolConfig.scaledPoolSize(
            pool.getInt("parallelism-min"),
            pool.getDouble("parallelism-factor"),
            pool.getInt("parallelism-max"));
    return Setup.pool("pekko default dispatcher", size, new Library("pekko-stream", Source.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    LatchSubscriber subscriber = new LatchSubscriber.Plain(sink);
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

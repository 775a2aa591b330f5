package dev.tierbench.suite.streams;

import akka.NotUsed;
import akka.actor.ActorSystem;
import akka.dispatch.ThreadPoolConfig;
import akka.stream.javadsl.AsPublisher;
import akka.stream.javadsl.Source;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tierbench.suite.Case;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Setup;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.concurrent.ExecutionException;

/** Akka Streams. Every pass is materialised anew and crosses a thread, as published. */
final class AkkaStreams implements Work {

  /** Inner sources at once, as published. */
  private static final int BREADTH = 2;

  /** Nothing is printed during a timing, not even that the system ends. */
  private static final Config QUIET = ConfigFactory.parseString("akka.loglevel = WARNING");

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
    return Setup.pool("akka default dispatcher", size, new Library("akka-stream", Source.class));
  }

  @Override
  public long run(Case studyCase, int size, Sink sink) throws InterruptedException {
    long before = sink.sum();
    LatchSubscriber subscriber = new LatchSubscriber.Plain(sink);
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

package dev.tierbench.suite.sleeps;

import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reactor's bounded elastic scheduler on virtual threads: the library's switch, set in time. */
final class ElasticOnVirtual {

  private ElasticOnVirtual() {}

  /** Fails where the class that reads the switch was loaded before it was set. */
  static Scheduler scheduler() {
    System.setProperty("reactor.schedulers.defaultBoundedElasticOnVirtualThreads", "true");
    if (!Schedulers.DEFAULT_BOUNDED_ELASTIC_ON_VIRTUAL_THREADS) {
      throw new IllegalStateException(
          "Reactor's schedulers were loaded before their switch was set: use a fresh process");
    }
    return Schedulers.boundedElastic();
  }
}

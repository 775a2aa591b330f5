package dev.tierbench.suite.worker;

import dev.tierbench.suite.Registry;
import dev.tierbench.suite.Study;
import dev.tierbench.suite.Work;
import dev.tierbench.suite.WorkFactory;
import java.util.Map;
import java.util.Optional;

/**
 * The engine of passes that take milliseconds or more: a process that runs one cell, run by run, as
 * the harness lets it. Exit code 3: a run threw; see {@link Options} for the arguments.
 */
public final class Worker {

  private static final int FAILED = 3;

  private final Link link;
  private final Options options;
  private final Study study;
  private final PrintCounter prints = PrintCounter.install();

  private Worker(Link link, Options options, Study study) {
    this.link = link;
    this.options = options;
    this.study = study;
  }

  public static void main(String[] args) throws Exception {
    Registry registry = Registry.ofClassPath();
    Options options = Options.parse(registry, args);
    String suite = options.settings().studyCase().suite();
    WorkFactory factory = registry.factory(suite, options.implementation());
    try (Link link = Link.ofProperty()) {
      new Worker(link, options, registry.study(suite)).runAll(factory);
    }
    // Pools of libraries keep the process alive otherwise.
    System.exit(0);
  }

  private void runAll(WorkFactory factory) throws Exception {
    Work work = factory.open(options.settings());
    link.send("settings", Facts.of(work.setup()));
    if (options.warmSize() > 0) {
      warm(work);
    }
    for (int i = 0; i < options.repeats(); i++) {
      run(work, "measure");
    }
    if (options.trace()) {
      run(work, "trace");
    }
    work.close();
    link.send("done", Map.of());
  }

  /** Warms up. A run with fewer items than the measured ones is never recorded as cold. */
  private void warm(Work work) {
    WarmUp warmUp = new WarmUp(options.warmSeconds());
    int size = options.warmSize();
    run(work, size == options.settings().size() ? "cold" : "warm", size, Optional.of(warmUp));
    while (!warmUp.over()) {
      run(work, "warm", size, Optional.of(warmUp));
    }
  }

  private void run(Work work, String phase) {
    run(work, phase, options.settings().size(), Optional.empty());
  }

  private void run(Work work, String phase, int size, Optional<WarmUp> warmUp) {
    MeasuredRun run = new MeasuredRun(link, phase, work, size, prints);
    warmUp.ifPresent(run::addTo);
    link.run(phase, run.values(study.expected(options.settings().studyCase(), size)));
    run.thrown().ifPresent(this::fail);
  }

  private void fail(Throwable thrown) {
    thrown.printStackTrace();
    link.send("failed", Map.of("error", Errors.describe(thrown)));
    // Not exit: hooks and threads of a run that failed may block it.
    Runtime.getRuntime().halt(FAILED);
  }
}

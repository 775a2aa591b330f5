package dev.tierbench.suite.worker;

import dev.tierbench.suite.Registry;
import dev.tierbench.suite.Work;
import java.util.Map;

/**
 * The engine of passes that take milliseconds or more: a process that runs one cell, run by run, as
 * the harness lets it. Exit code 3 says that a run threw; see {@link Options} for the arguments.
 */
public final class Worker {

  private static final int FAILED = 3;

  private final Link link;
  private final Options options;
  private final long expected;
  private final PrintCounter prints = PrintCounter.install();

  private Worker(Link link, Options options, long expected) {
    this.link = link;
    this.options = options;
    this.expected = expected;
  }

  public static void main(String[] args) throws Exception {
    Registry registry = Registry.ofClassPath();
    Options options = Options.parse(registry, args);
    String suite = options.settings().studyCase().suite();
    Work work = registry.work(suite, options.implementation());
    long expected =
        registry.study(suite).expected(options.settings().studyCase(), options.settings().size());
    try (Link link =
        Link.ofProperty()
            .orElseThrow(() -> new IllegalStateException(Link.PROPERTY + " is not set"))) {
      new Worker(link, options, expected).runAll(work);
    }
    // Pools of libraries keep the process alive otherwise.
    System.exit(0);
  }

  private void runAll(Work work) throws Exception {
    work.open(options.settings());
    link.send("settings", Facts.of(work.setup()));
    if (options.warmSeconds() > 0) {
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

  private void warm(Work work) {
    WarmUp warmUp = new WarmUp(options.warmSeconds());
    run(work, "cold").addTo(warmUp);
    while (!warmUp.over()) {
      run(work, "warm").addTo(warmUp);
    }
  }

  private Run.Figures run(Work work, String phase) {
    Run.Figures figures = new Run(link, phase).of(work, options.settings(), prints);
    figures.send(expected);
    Throwable thrown = figures.thrown();
    if (thrown != null) {
      thrown.printStackTrace();
      link.send("failed", Map.of("error", Errors.describe(thrown)));
      // Not exit: hooks and threads of a run that failed may block it.
      Runtime.getRuntime().halt(FAILED);
    }
    return figures;
  }
}

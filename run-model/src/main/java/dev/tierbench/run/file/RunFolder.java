package dev.tierbench.run.file;

import dev.tierbench.run.Parameters;
import dev.tierbench.run.ProfileKind;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Names and paths of a run folder; touches no file. */
public record RunFolder(Path root) {

  /** What the load generator leaves in the folder that it is given. */
  public static final String LOAD = "load.json";

  public static final String LATENCY = "latency.hlog";

  /** What an observation leaves in a folder. */
  public static final String THREADS = "threads.csv";

  public static final String SYSCALLS = "syscalls.csv";
  public static final String OBSERVATION = "observation.json";

  /** Untouched output of the tools that counted. */
  public static final String RAW = "raw";

  /** The folder of plots beside a report. */
  public static final String PLOTS = "plots";

  /** What a profile leaves in a folder. */
  public static final String PROFILE = "profile.json";

  /** The tag of the response times of a phase; that of its service times is its name. */
  public static String responseTag(String phase) {
    return phase + "-response";
  }

  /** The name of the file with the stacks of a profile. */
  public static String stacksName(ProfileKind kind) {
    return kind.id() + ".collapsed";
  }

  private static final String ROUNDS = "rounds";

  public Path manifest() {
    return root.resolve("manifest.json");
  }

  public Path summaryCsv() {
    return root.resolve("summary.csv");
  }

  public Path report() {
    return root.resolve("report.html");
  }

  public Path summaryMarkdown() {
    return root.resolve("summary.md");
  }

  /** The search of the saturation that rates in percent are of: trials as in a run. */
  public RunFolder saturation() {
    return new RunFolder(root.resolve("saturation"));
  }

  public Path trials() {
    return root.resolve("trials");
  }

  public Path databaseLog() {
    return root.resolve("database.log");
  }

  public Path echoLog() {
    return root.resolve("echo.log");
  }

  /** The folder of all rounds, of a run whose windows alternate between servers. */
  public Path rounds() {
    return root.resolve(ROUNDS);
  }

  /** The trial of that name, as {@link #trialName} or {@link #roundName} makes it. */
  public Trial trial(String name) {
    return new Trial((name.indexOf('/') < 0 ? trials() : rounds()).resolve(name));
  }

  /** {@code 01-tomcat-platform}: trials sort by the order in which they ran. */
  public static String trialName(int number, String server) {
    return String.format(Locale.ROOT, "%02d-%s", number, server);
  }

  /** {@code 01/tomcat-platform}: a server in a round. */
  public static String roundName(int round, String server) {
    return String.format(Locale.ROOT, "%02d/%s", round, server);
  }

  /** The subject in the name of a trial, as {@link #trialName} or {@link #roundName} makes it. */
  public static String subjectOf(String trial) {
    int slash = trial.indexOf('/');
    return trial.substring((slash < 0 ? trial.indexOf('-') : slash) + 1);
  }

  /** One fresh JVM of one server. */
  public record Trial(Path path) {

    /** The name below the folder of all trials, or of all rounds. */
    public String name() {
      String server = path.getFileName().toString();
      return round().map(round -> round.getFileName() + "/" + server).orElse(server);
    }

    /** The folder of the round that it is in; empty outside of any. */
    public Optional<Path> round() {
      return Optional.ofNullable(path.getParent())
          .filter(round -> round.getParent() != null && round.getParent().endsWith(ROUNDS));
    }

    public Path settings() {
      return path.resolve("settings.json");
    }

    public Path serverLog() {
      return path.resolve("server.log");
    }

    public Path warmup() {
      return path.resolve("warmup.json");
    }

    /** Folder of the load results of a warm-up; gone when the warm-up is over. */
    public Path warmupScratch() {
      return path.resolve(".warmup");
    }

    public Path steps() {
      return path.resolve("steps");
    }

    /** What was measured and is not counted, because others on the hardware spoiled it. */
    public Path dropped() {
      return path.resolve("dropped");
    }

    /** The step that was dropped as that one of its trial, from 1. */
    public Step dropped(int number, Parameters parameters) {
      return new Step(
          dropped().resolve(String.valueOf(number)).resolve(parameters.folder()), parameters);
    }

    public Step step(Parameters parameters) {
      return new Step(steps().resolve(parameters.folder()), parameters);
    }
  }

  /** One cell of one trial. */
  public record Step(Path path, Parameters parameters) {

    public Path load() {
      return path.resolve(LOAD);
    }

    public Path latency() {
      return path.resolve(LATENCY);
    }

    /** What one of several generators left. */
    public Path generator(String host) {
      return path.resolve("generators").resolve(host);
    }

    public Path tiers() {
      return path.resolve("tiers.json");
    }

    /** What a cell of a suite came to. */
    public Path work() {
      return path.resolve("work.json");
    }

    /** Output and errors of the worker of a cell. */
    public Path workerLog() {
      return path.resolve("worker.log");
    }

    public Path measurements() {
      return path.resolve("measurements.json");
    }

    public Path checks() {
      return path.resolve("checks.json");
    }

    /** Whether the counts of the traced phase may be used, and the sums over each role. */
    public Path observation() {
      return path.resolve(OBSERVATION);
    }

    public Path threads() {
      return path.resolve(THREADS);
    }

    public Path syscalls() {
      return path.resolve(SYSCALLS);
    }

    public Path profile() {
      return path.resolve(PROFILE);
    }

    /** The stacks of a profile. */
    public Path stacks(ProfileKind kind) {
      return path.resolve(stacksName(kind));
    }

    /** Untouched output of the tools that counted. */
    public Path raw() {
      return path.resolve(RAW);
    }
  }
}

package dev.tierbench.harness.suite;

import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.EnumOption;
import dev.tierbench.harness.run.Refusal;
import dev.tierbench.harness.run.ResumedSubjects;
import dev.tierbench.harness.run.SubjectNames;
import dev.tierbench.harness.run.Variants;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Selection;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Plan.Variant;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that make a plan of a suite: a preset, and what is changed of it. */
final class SuiteOptions {

  private static final Pattern SIZE = Pattern.compile("[1-9]\\d{0,7}");
  private static final int MOST_PORT = 65_535;
  private static final Plan.Pinning NOT_PINNED =
      new Plan.Pinning(
          "none", Map.of(), "a worker may use every core; the harness waits meanwhile");

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "quick (1 trial), standard (3), full (5) or published (the studies' own"
              + " parameters, 1). Default: quick.")
  private String preset = SuitePreset.QUICK.name();

  @Option(
      names = "--impl",
      split = ",",
      paramLabel = "NAME",
      description =
          "Implementations to compare, or all. NAME@JDKHOME runs one on another JDK,"
              + " NAME+-OPTION with one more option of the JVM. Default: those of the preset.")
  private List<String> implementations = List.of();

  @Option(
      names = "--case",
      split = ",",
      paramLabel = "NAME",
      description = "Cases of the suite. Default: those of the preset.")
  private List<String> cases = List.of();

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "N",
      description = "Tasks or items of a run. Default: those of the preset.")
  private List<String> sizes = List.of();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Fresh JVMs of each cell. Default: those of the preset.")
  private Optional<Integer> trials = Optional.empty();

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Longest run of a cell that is measured; of a longer one the prediction is shown."
              + " Default: 8s (quick), 60s (standard), 600s (full, published).")
  private Optional<String> budget = Optional.empty();

  @Option(
      names = "--aa",
      description =
          "Also run the first implementation a second time under another name. What differs"
              + " between the two is this host's noise.")
  private boolean aa;

  @Option(
      names = "--no-observe",
      description = "Attach no tracer in any trial; threads are read from /proc alone.")
  private boolean noObserve;

  @Option(
      names = "--echo-port",
      paramLabel = "PORT",
      description = "Port of the echo server, which tasks call. Default: 8081.")
  private Optional<Integer> echoPort = Optional.empty();

  @Option(
      names = "--database",
      paramLabel = "NAME",
      description =
          "Where tasks write their rows: sqlite, a file with one writer, or postgres, which the run"
              + " starts and a pool of 20 connections reaches. Default: sqlite.")
  private String database = SuiteDatabase.SQLITE;

  @Option(
      names = "--database-port",
      paramLabel = "PORT",
      description = "Port of the database, with --database postgres. Default: 5442.")
  private Optional<Integer> databasePort = Optional.empty();

  /** Whether the options name parts of one suite, which other suites do not have. */
  boolean choosesParts() {
    return !implementations.isEmpty()
        || !cases.isEmpty()
        || !sizes.isEmpty()
        || !database.equals(SuiteDatabase.SQLITE);
  }

  /**
   * The plan of a suite.
   *
   * @throws IllegalArgumentException that names the option that is wrong
   */
  SuitePlan plan(String suite, SuiteDescriptor descriptor) {
    SuitePreset base = SuitePreset.named(preset);
    Selection selection = descriptor.presets().getOrDefault(base.name(), Selection.EVERYTHING);
    Map<String, Variant> variants =
        Variants.of(
            known(descriptor),
            first(implementations, selection.implementations(), descriptor.implementations()),
            Optional.empty());
    List<Parameters> cells = cells(descriptor, selection);
    List<String> subjects = subjects(descriptor, variants, cells);
    return new SuitePlan(
        new Plan.Common(
            base.name(),
            SuiteDescriptor.SIZE,
            aa ? Variants.withControl(subjects) : subjects,
            trials.orElse(base.trials()),
            NOT_PINNED,
            jvmOptions(descriptor),
            variants),
        suite,
        descriptor,
        cells,
        budget.map(Durations::parse).orElse(base.budgetSeconds()),
        engines(base),
        settings(descriptor, TierCommands.ECHO_PORT, DatabaseAccess.PORT));
  }

  private static SubjectNames known(SuiteDescriptor descriptor) {
    return SubjectNames.of(
        "--impl",
        descriptor.implementations(),
        SuiteDescriptor.Implementation::alias,
        nothingVaries -> Map.of());
  }

  private static Map<String, List<String>> jvmOptions(SuiteDescriptor descriptor) {
    return Map.of(
        WorkerCommands.WORKER,
        JvmOptions.measured(descriptor.heap()),
        Tier.ECHO.id(),
        JvmOptions.HELPER);
  }

  /**
   * The plan of a run that is resumed. How its implementations run follows from the descriptor of
   * the suite and from what is typed, and the plan in the run folder has to agree; numbers and the
   * order of trials come from the folder.
   *
   * @throws IOException naming the first part that differs
   * @throws IllegalArgumentException naming a value that no option could have given
   */
  SuitePlan resumed(Map<String, SuiteDescriptor> suites, SuitePlan before) throws IOException {
    SuiteDescriptor descriptor = suites.get(before.suite());
    if (descriptor == null || !descriptor.equals(before.descriptor())) {
      throw new Refusal(
          "the descriptor of the suite "
              + before.suite()
              + " is not the one that the run began with; go back to it, or begin a new run");
    }
    Map<String, Variant> again =
        implementations.isEmpty()
            ? Map.of()
            : Variants.of(known(descriptor), implementations, Optional.empty());
    Map<String, Variant> variants =
        new ResumedSubjects(known(descriptor), again, "--impl %s").of(before);
    Refusal.unlessSame(
        "database",
        SuiteDatabase.kind(before),
        SuiteDatabase.named(database),
        "type --database again as when the run began");
    SuitePlan now =
        new SuitePlan(
            before
                .common()
                .with(common ->
                    common
                        .axis(SuiteDescriptor.SIZE)
                        .pinning(NOT_PINNED)
                        .jvmOptions(jvmOptions(descriptor))
                        .variants(variants)),
            before.suite(),
            descriptor,
            before.cells().stream().map(cell -> checked(descriptor, cell)).toList(),
            before.budgetSeconds(),
            before.engines(),
            settings(
                descriptor,
                EchoTier.port(before).orElse(TierCommands.ECHO_PORT),
                SuiteDatabase.port(before).orElse(DatabaseAccess.PORT)));
    requireSame(before, now);
    return now;
  }

  private static void requireSame(SuitePlan before, SuitePlan now) throws IOException {
    String anew = "go back to the version of tierbench that the run began with";
    Refusal.unlessSame(
        "options of the JVMs",
        new TreeMap<>(before.common().jvmOptions()),
        new TreeMap<>(now.common().jvmOptions()),
        anew);
    Refusal.unlessSame(
        "settings of the tiers",
        new TreeMap<>(before.settings()),
        new TreeMap<>(now.settings()),
        "type --echo-port and --database-port again as when the run began");
  }

  /** A cell that options could have named. */
  private static Parameters checked(SuiteDescriptor descriptor, Parameters cell) {
    String name = String.valueOf(cell.values().get(SuiteDescriptor.CASE));
    String known =
        EnumOption.named(name, descriptor.cases().keySet(), each -> each, "--case: unknown case");
    return SuiteDescriptor.cell(
        known, size(String.valueOf(cell.values().get(SuiteDescriptor.SIZE))));
  }

  /** The subjects that run any of the cells: a control is of one implementation alone. */
  private List<String> subjects(
      SuiteDescriptor descriptor, Map<String, Variant> variants, List<Parameters> cells) {
    List<SuiteDescriptor.Case> chosen =
        cells.stream()
            .map(cell -> descriptor.cases().get(cell.values().get(SuiteDescriptor.CASE)))
            .toList();
    Predicate<String> runs =
        subject -> chosen.stream().anyMatch(one -> one.isRunBy(variants.get(subject).server()));
    Optional<String> idle =
        variants.keySet().stream().filter(subject -> !runs.test(subject)).findFirst();
    if (idle.isPresent() && !implementations.isEmpty()) {
      throw new IllegalArgumentException(
          "--impl: "
              + idle.get()
              + " runs none of those cases: "
              + chosen.getFirst().description()
              + " is a control, of "
              + chosen.getFirst().control().orElseThrow()
              + " alone");
    }
    return variants.keySet().stream().filter(runs).toList();
  }

  private SuitePlan.Engines engines(SuitePreset base) {
    return noObserve
        ? new SuitePlan.Engines(base.engines().once(), base.engines().jmh(), Optional.empty())
        : base.engines();
  }

  /** What was typed, or the preset's, or everything. */
  private static List<String> first(
      List<String> typed, List<String> ofPreset, Map<String, ?> everything) {
    return !typed.isEmpty()
        ? typed
        : !ofPreset.isEmpty() ? ofPreset : List.copyOf(everything.keySet());
  }

  private List<Parameters> cells(SuiteDescriptor descriptor, Selection selection) {
    List<String> chosen = first(cases, selection.cases(), descriptor.cases());
    List<Integer> numbers = sizes.stream().map(SuiteOptions::size).toList();
    return chosen.stream()
        .map(typed ->
            EnumOption.named(
                typed, descriptor.cases().keySet(), name -> name, "--case: unknown case"))
        .flatMap(name ->
            (numbers.isEmpty() ? selection.sizes(name) : numbers)
                .stream().sorted().map(size -> SuiteDescriptor.cell(name, size)))
        .distinct()
        .toList();
  }

  private static int size(String text) {
    if (!SIZE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "--size: invalid size '" + text + "': expected a number such as 1000");
    }
    return Integer.parseInt(text);
  }

  /** Settings of the tiers that the work calls; the ports are those without a typed one. */
  private Map<String, String> settings(
      SuiteDescriptor descriptor, int usualEchoPort, int usualDatabasePort) {
    int echo = port("--echo-port", echoPort.orElse(usualEchoPort));
    int rows = port("--database-port", databasePort.orElse(usualDatabasePort));
    Map<String, String> ofDatabase = SuiteDatabase.settings(SuiteDatabase.named(database), rows);
    if (!EchoTier.isNeeded(descriptor)) {
      if (!ofDatabase.isEmpty()) {
        throw new IllegalArgumentException(
            "--database: this suite writes no rows; the suite tasks does");
      }
      return Map.of();
    }
    if (!ofDatabase.isEmpty() && echo == rows) {
      throw new IllegalArgumentException(
          "--database-port: " + rows + " is the port of the echo server; name another");
    }
    Map<String, String> settings = new HashMap<>(ofDatabase);
    settings.put(EchoTier.PORT, String.valueOf(echo));
    settings.put(
        EchoTier.DELAY, String.valueOf(DelayDistribution.Constant.STANDARD.delay().toMillis()));
    return settings;
  }

  private static int port(String option, int port) {
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException(
          option + ": invalid port '" + port + "': expected 1 to 65535");
    }
    return port;
  }
}

package dev.tierbench.run.descriptor;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.run.Named;
import dev.tierbench.run.OrderedMap;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PoolSize;
import dev.tierbench.run.Require;
import dev.tierbench.run.file.EmptyWhenMissing;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One published study and how it is run again: {@code suites/NAME.yml}.
 *
 * @param title of the page
 * @param study the publication, with its year
 * @param operation what one operation is, such as {@code sleep}
 * @param heap of every worker, fixed
 * @param baseline the implementation that others are shown as a ratio of, unless another is chosen
 * @param defects of the study, and what was done about each
 * @param published its values, as far as they are numbers
 */
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
public record SuiteDescriptor(
    String title,
    String study,
    String operation,
    String heap,
    String baseline,
    Map<String, Case> cases,
    Map<String, Implementation> implementations,
    Map<String, Selection> presets,
    List<String> defects,
    List<Published> published)
    implements SuiteDescriptorBuilder.With {

  /** The parameters of a cell. */
  public static final String CASE = "case";

  public static final String SIZE = "size";

  public SuiteDescriptor {
    Require.present("title", title);
    Require.present("study", study);
    Require.present("operation", operation);
    Require.present("heap", heap);
    Require.present("baseline", baseline);
    cases = inOrder(cases);
    implementations = inOrder(implementations);
    presets = inOrder(presets);
    defects = defects == null ? List.of() : List.copyOf(defects);
    published = published == null ? List.of() : List.copyOf(published);
    Require.that(!cases.isEmpty(), () -> "'cases' are needed");
    Require.that(!implementations.isEmpty(), () -> "'implementations' are needed");
    requireControls(cases, implementations);
    requireCases(cases, implementations);
  }

  private static void requireCases(
      Map<String, Case> cases, Map<String, Implementation> implementations) {
    implementations.forEach((name, one) ->
        Require.that(
            cases.keySet().containsAll(one.perTask().microsOf().keySet()),
            () ->
                "invalid micros_of of "
                    + name
                    + ": expected cases, of "
                    + String.join(", ", cases.keySet())));
  }

  private static void requireControls(
      Map<String, Case> cases, Map<String, Implementation> implementations) {
    cases.forEach((name, one) ->
        Require.that(
            one.control().stream().allMatch(implementations::containsKey),
            () ->
                "invalid control of case "
                    + name
                    + ": expected one of "
                    + String.join(", ", implementations.keySet())));
  }

  private static <T> Map<String, T> inOrder(Map<String, T> map) {
    return map == null ? Map.of() : OrderedMap.copyOf(map);
  }

  /** What runs a cell. */
  public enum Engine implements Named {
    /** A run is an event of milliseconds to minutes. */
    ONCE,
    /** Nanoseconds to microseconds, which need JMH. */
    JMH
  }

  /**
   * A workload.
   *
   * @param waits how long its items wait, which bounds the time of a run from below
   * @param control the one implementation that runs it, of a case that shows what the host adds
   * @param threadLimit threads that a worker may have, as {@code ulimit -u} limits them; empty
   *     where only the host limits them
   */
  public record Case(
      Engine engine,
      Optional<Waits> waits,
      String description,
      Optional<String> control,
      Optional<Integer> threadLimit) {

    /** Least limit that lets a JVM start and end by itself. */
    private static final int LEAST_THREADS = 200;

    public Case {
      Require.present("engine", engine);
      Require.that(description != null, () -> "'description' is needed");
      threadLimit.ifPresent(limit ->
          Require.that(
              limit >= LEAST_THREADS,
              () ->
                  "invalid thread_limit %d: expected %d or more".formatted(limit, LEAST_THREADS)));
    }

    /** Whether that implementation runs it. */
    public boolean isRunBy(String implementation) {
      return control.isEmpty() || control.get().equals(implementation);
    }
  }

  /** How long item {@code i} of a case waits. */
  public enum Waits implements Named {
    /** One second each. */
    SECOND,
    /** 0.5 ms and 10 µs more for each item. */
    STORAGE,
    /** Milliseconds: as many as the item's number. */
    NETWORK,
    /** Every fifth item as in network, of the others every third as in storage. */
    MIXED,
    /** One millisecond each. */
    MILLISECOND,
    /** A call of the echo tier, and two operations of a database. */
    CALL,
    /** The same, one task after another. */
    SERIAL_CALL
  }

  /**
   * One concurrency model.
   *
   * @param published whether the study had it; others were added
   * @param threads how many items can be under way at once, as {@link PoolSize} reads it
   * @param perTask what each task needs
   * @param note shown beside it, such as that it crosses a thread
   * @param module whose jar alone is its class path; empty for the class path of all others
   */
  public record Implementation(
      boolean published,
      String threads,
      PerTask perTask,
      Optional<Integer> colour,
      Optional<String> alias,
      Optional<String> note,
      Optional<String> module) {
    public Implementation {
      Require.present("threads", threads);
      Require.colour(colour);
      PoolSize.parse(threads);
      perTask = perTask == null ? PerTask.NONE : perTask;
    }

    /** The threads of its pool on a host with so many cores. */
    public PoolSize pool() {
      return PoolSize.parse(threads);
    }
  }

  /**
   * What each task under way needs of its own.
   *
   * @param micros about what a task costs besides its wait, to predict the length of a run
   * @param microsOf the same by case, where it is another
   */
  public record PerTask(
      int threads, int descriptors, double micros, @EmptyWhenMissing Map<String, Double> microsOf) {
    static final PerTask NONE = new PerTask(0, 0, 0, Map.of());

    public PerTask {
      microsOf = inOrder(microsOf);
      Require.that(
          threads >= 0
              && descriptors >= 0
              && micros >= 0
              && microsOf.values().stream().allMatch(own -> own >= 0),
          () -> "'threads', 'descriptors', 'micros' and 'micros_of' must not be negative");
    }

    /** About what a task of a case costs besides its wait. */
    public double micros(String caseName) {
      return microsOf.getOrDefault(caseName, micros);
    }
  }

  /**
   * What a preset runs: empty lists are everything that there is.
   *
   * @param sizesOf sizes of a case that has others than {@code sizes}
   * @param runs measured runs by implementation and size, where the study had a number of its own
   */
  public record Selection(
      List<String> implementations,
      List<String> cases,
      List<Integer> sizes,
      @EmptyWhenMissing Map<String, List<Integer>> sizesOf,
      @EmptyWhenMissing Map<String, Map<Integer, Integer>> runs) {

    /** Everything that there is, as often as the preset says. */
    public static final Selection EVERYTHING =
        new Selection(List.of(), List.of(), List.of(), Map.of(), Map.of());

    public Selection {
      implementations = implementations == null ? List.of() : List.copyOf(implementations);
      cases = cases == null ? List.of() : List.copyOf(cases);
      sizes = positive("sizes", sizes);
      sizesOf = inOrder(sizesOf);
      sizesOf.values().forEach(own -> positive("sizes_of", own));
      runs = inOrder(runs);
      runs.values().forEach(own -> positive("runs", own.values()));
    }

    private static List<Integer> positive(String name, Collection<Integer> numbers) {
      List<Integer> all = numbers == null ? List.of() : List.copyOf(numbers);
      Require.that(
          all.stream().allMatch(number -> number > 0),
          () -> "'" + name + "' must be positive numbers");
      return all;
    }

    /** Sizes of a case. */
    public List<Integer> sizes(String caseName) {
      return sizesOf.getOrDefault(caseName, sizes);
    }

    /** Measured runs of an implementation at a size; empty where the preset says how many. */
    public Optional<Integer> runs(String implementation, int size) {
      return Optional.ofNullable(runs.getOrDefault(implementation, Map.of()).get(size));
    }
  }

  /**
   * Figures of the study.
   *
   * @param target the machine, as the study calls it
   * @param beside another metric of this run that stands beside {@code metric}, which is the one
   *     that the study printed
   * @param deltas whether the study printed values with their differences, delta and delta %
   * @param values by implementation, one for each size; empty when the study has none, as after a
   *     crash
   */
  public record Published(
      String target,
      @JsonProperty("case") String caseName,
      String metric,
      Optional<String> beside,
      @EmptyWhenMissing boolean deltas,
      List<Integer> sizes,
      Map<String, List<Optional<Double>>> values) {
    public Published {
      Require.present("target", target);
      Require.present("case", caseName);
      Require.present("metric", metric);
      Require.present("sizes", sizes);
      sizes = List.copyOf(sizes);
      sizes.forEach(size ->
          Require.that(size >= 0, () -> "invalid published size " + size + ": expected 0 or more"));
      cell(caseName, 0);
      values = inOrder(values);
    }
  }

  /** The parameters of a cell. */
  public static Parameters cell(String caseName, int size) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(CASE, caseName);
    values.put(SIZE, String.valueOf(size));
    return new Parameters(values);
  }
}

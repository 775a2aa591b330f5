package dev.tierbench.run.plan;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Require;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a run sets out to do. Pure data: the order of the trials follows from it. */
public sealed interface Plan permits HttpPlan, SuitePlan {

  /** Ends the name of an A/A control: a subject under a second name. */
  String AA_CONTROL = "-aa";

  /** What follows in the name of a subject with a quota of CPU time, and before its cores. */
  String QUOTA = "+quota=";

  /** Whether a subject is an A/A control. */
  static boolean isControl(String subject) {
    return subject.endsWith(AA_CONTROL);
  }

  Common common();

  /** What the plan is for. */
  default Kind kind() {
    return switch (this) {
      case HttpPlan http -> Kind.HTTP;
      case SuitePlan suite -> Kind.SUITE;
    };
  }

  /** The short word for an operation, as it stands in a unit. */
  default String operation() {
    return switch (this) {
      case HttpPlan http -> HttpPlan.OPERATION;
      case SuitePlan suite -> suite.descriptor().operation();
    };
  }

  /** What trials measure of their subjects, in order. */
  List<Parameters> cells();

  /** Cells that a subject has. */
  default List<Parameters> cells(String subject) {
    return cells();
  }

  /**
   * What plans of both kinds say.
   *
   * @param preset that it was made from, with the options that changed it applied
   * @param axis the parameter that a plot has on its horizontal axis
   * @param subjects that are compared
   * @param trials of each subject: fresh JVMs
   * @param jvmOptions by tier; all subjects have the same
   * @param variants by name, of the subjects that do not run simply as they are
   */
  @RecordBuilder
  record Common(
      String preset,
      String axis,
      List<String> subjects,
      int trials,
      Pinning pinning,
      Map<String, List<String>> jvmOptions,
      Map<String, Variant> variants)
      implements PlanCommonBuilder.With {
    public Common {
      subjects = List.copyOf(subjects);
      jvmOptions = Map.copyOf(jvmOptions);
      variants = Map.copyOf(variants);
      Require.that(!subjects.isEmpty(), () -> "nothing to compare");
      subjects.forEach(name ->
          Require.that(
              !name.isEmpty() && name.indexOf('/') < 0,
              () -> "invalid subject '" + name + "': it is a part of the names of folders"));
      Require.that(
          subjects.stream().distinct().count() == subjects.size(),
          () -> "a subject is named twice");
      Require.that(trials > 0, () -> "--trials: invalid '" + trials + "': expected 1 or more");
    }
  }

  /**
   * Which cores each tier is held to.
   *
   * @param asked the option as given: {@code auto}, {@code off} or a list
   * @param cpus by tier; a tier that is not held to any cores is missing. {@code harness} is the
   *     harness itself with its tracers
   * @param note what was done and why
   * @param splitToTry the options that leave echo tier and generator more room; empty when there is
   *     no core left to give them
   */
  record Pinning(String asked, Map<String, String> cpus, String note, Optional<String> splitToTry) {

    public static final String OFF = "off";

    /** The harness and its tracers, among the tiers. */
    public static final String HARNESS = "harness";

    public Pinning {
      cpus = Map.copyOf(cpus);
      cpus.values().forEach(CpuList::parse);
    }

    /** A pinning that no option makes roomier. */
    public Pinning(String asked, Map<String, String> cpus, String note) {
      this(asked, cpus, note, Optional.empty());
    }

    /** Whether the tiers share cores because that was asked for. */
    public boolean sharingAsked() {
      return asked.equals(OFF);
    }

    public Optional<CpuList> cores(Tier tier) {
      return cores(tier.id());
    }

    /** The cores of a tier, or of {@link #HARNESS}. */
    public Optional<CpuList> cores(String name) {
      return Optional.ofNullable(cpus.get(name)).map(CpuList::parse);
    }

    /** All cores that any tier is held to; empty when none is. */
    public Optional<CpuList> all() {
      return cpus.values().stream().map(CpuList::parse).reduce(CpuList::union);
    }
  }

  /**
   * A subject that runs in another way than the plan's others.
   *
   * @param server the server or the implementation that it is one of
   * @param javaHome its JDK; empty for that of the run
   * @param jvmOptions after those of all subjects
   * @param options of the server itself
   * @param limits of the control group that it has of its own; empty without one
   * @param http2Streams requests that it gets at once on each connection of HTTP/2; empty over
   *     HTTP/1.1
   */
  record Variant(
      String server,
      Optional<String> javaHome,
      List<String> jvmOptions,
      List<String> options,
      Optional<ResourceLimits> limits,
      Optional<Integer> http2Streams) {

    /** A variant without limits, over HTTP/1.1. */
    public Variant(
        String server, Optional<String> javaHome, List<String> jvmOptions, List<String> options) {
      this(server, javaHome, jvmOptions, options, Optional.empty(), Optional.empty());
    }

    /** The same with other limits. */
    public Variant withLimits(ResourceLimits other) {
      return new Variant(server, javaHome, jvmOptions, options, Optional.of(other), http2Streams);
    }

    public Variant {
      jvmOptions = List.copyOf(jvmOptions);
      options = List.copyOf(options);
    }

    /** A subject that runs simply as it is described. */
    public static Variant plain(String server) {
      return new Variant(server, Optional.empty(), List.of(), List.of());
    }
  }

  /**
   * A trial of the plan.
   *
   * @param number from 1 in the order of execution
   * @param name of its folder
   */
  record Trial(int number, String subject, String name) {

    /** A trial that has its server's host for itself. */
    public Trial(int number, String subject) {
      this(number, subject, RunFolder.trialName(number, subject));
    }
  }

  /** Which trial of its subject a trial is, from 1. */
  default int round(Trial trial) {
    return (trial.number() - 1) / subjects().size() + 1;
  }

  default List<String> subjects() {
    return common().subjects();
  }

  default Pinning pinning() {
    return common().pinning();
  }

  /** The subject behind a name, which may be that of its A/A control. */
  static String original(String name) {
    return name.endsWith(AA_CONTROL)
        ? name.substring(0, name.length() - AA_CONTROL.length())
        : name;
  }

  /** The subject that one with a quota is a variant of; the same without one. */
  static String unlimited(String name) {
    int quota = name.indexOf(QUOTA);
    return quota < 0 ? name : name.substring(0, quota);
  }

  /** How the subject of that name, or of its A/A control, runs. */
  default Variant variant(String name) {
    String original = original(name);
    return common().variants().getOrDefault(original, Variant.plain(original));
  }

  /** How many steps all trials have together. */
  default int steps() {
    return order().stream().mapToInt(trial -> cells(trial.subject()).size()).sum();
  }

  /** A B, B A, A B ...: no subject has the early trials or the late ones to itself. */
  default List<Trial> order() {
    List<Trial> order = new ArrayList<>();
    for (int round = 0; round < common().trials(); round++) {
      for (String subject : round % 2 == 0 ? subjects() : subjects().reversed()) {
        order.add(new Trial(order.size() + 1, subject));
      }
    }
    return order;
  }
}

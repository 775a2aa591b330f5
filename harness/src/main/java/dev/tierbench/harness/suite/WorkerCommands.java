package dev.tierbench.harness.suite;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.ShellWord;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.descriptor.SuiteDescriptor.Engine;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How the worker of a cell is run.
 *
 * @param scratch a folder for the socket and the files of one cell
 * @param database that runs for the work; empty where it is a file of the cell, or none
 */
record WorkerCommands(
    Installation installation, SuitePlan plan, Path scratch, Optional<DatabaseAccess> database) {

  /** The JVM that is measured, among the options of the plan. */
  static final String WORKER = "worker";

  /** The modules with the measured code, on one class path. */
  static final List<String> MODULES = List.of("suite-java", "suite-kotlin");

  private static final String SOCKET = "tierbench.socket";
  private static final String TRACE = "tierbench.trace";
  private static final String FORK = "tierbench.fork";
  private static final String PACKAGE = "dev.tierbench.suite.";

  /**
   * How often a cell is run.
   *
   * @param warmSize how many items the runs of the warm-up have; 0 for none
   */
  record Repeats(int warmSize, int measured) {}

  Path socket() {
    return scratch.resolve("worker.socket");
  }

  /** What JMH writes. */
  static Path jmhResult(RunFolder.Step step) {
    return step.raw().resolve("jmh.json");
  }

  /** The worker of a cell, whichever engine runs it. */
  ChildCommand worker(
      String subject, Parameters cell, RunFolder.Step step, Repeats repeats, boolean traced)
      throws IOException {
    Files.createDirectories(step.raw());
    List<String> program = new ArrayList<>();
    plan.caseOf(cell)
        .threadLimit()
        .ifPresent(most -> program.addAll(new ThreadLimit(SystemFiles.REAL).prefix(most)));
    program.addAll(
        plan.caseOf(cell).engine() == Engine.JMH
            ? jmh(subject, cell, step, traced)
            : once(subject, cell, step, repeats, traced));
    return ChildCommand.of(
            subject, program, Redirect.appendTo(step.workerLog().toFile()), step.workerLog())
        .with(
            database
                .map(access -> Map.of(DatabaseAccess.PASSWORD, access.password()))
                .orElse(Map.of()));
  }

  private List<String> once(
      String subject, Parameters cell, RunFolder.Step step, Repeats repeats, boolean traced) {
    SuitePlan.Once once = plan.engines().once();
    List<String> program = new ArrayList<>();
    program.add(java(subject).toString());
    program.addAll(options(subject, step));
    program.addAll(List.of("-cp", classPath(subject), PACKAGE + "worker.Worker"));
    work(subject, cell).forEach((name, value) -> program.addAll(List.of("--" + name, value)));
    program.addAll(List.of("--warm-seconds", String.valueOf(once.warmSeconds())));
    program.addAll(List.of("--warm-size", String.valueOf(repeats.warmSize())));
    program.addAll(List.of("--repeats", String.valueOf(repeats.measured())));
    program.addAll(List.of("--trace", String.valueOf(traced)));
    settings().forEach((name, value) -> program.addAll(List.of("--set", name + "=" + value)));
    return program;
  }

  private Map<String, String> work(String subject, Parameters cell) {
    Map<String, String> work = new LinkedHashMap<>();
    work.put("suite", plan.suite());
    work.put("case", cell.values().get(SuiteDescriptor.CASE));
    work.put("implementation", plan.variant(subject).server());
    work.put("size", cell.values().get(SuiteDescriptor.SIZE));
    return work;
  }

  /** The places where the work finds what is not in its own process, by the name of the setting. */
  private Map<String, String> settings() {
    Map<String, String> places = new LinkedHashMap<>();
    EchoTier.uri(plan)
        .ifPresent(uri -> {
          places.put("echo", uri.resolve("/echo").toString());
          places.putAll(
              database
                  .map(this::server)
                  .orElse(Map.of("database", scratch.resolve("tasks.db").toString())));
        });
    return places;
  }

  /** The database that runs, without its password. */
  private Map<String, String> server(DatabaseAccess access) {
    return Map.of(
        "database",
        access.jdbcUrl(),
        "user",
        access.user(),
        SuiteDatabase.POOL,
        plan.settings().get(SuiteDatabase.POOL));
  }

  private List<String> jmh(String subject, Parameters cell, RunFolder.Step step, boolean traced)
      throws IOException {
    SuitePlan.Jmh jmh = plan.engines().jmh();
    List<String> fork = new ArrayList<>(options(subject, step));
    fork.add("-D" + TRACE + "=" + traced);
    List<String> program = new ArrayList<>();
    program.add(java(subject).toString());
    program.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", classPath(subject)));
    program.addAll(List.of("org.openjdk.jmh.Main", PACKAGE + "jmh.WorkBenchmark", "-f", "1"));
    program.addAll(List.of("-wi", String.valueOf(jmh.warmIterations())));
    program.addAll(List.of("-w", Durations.typed(jmh.warmSeconds())));
    program.addAll(List.of("-i", String.valueOf(jmh.iterations() + (traced ? 1 : 0))));
    program.addAll(List.of("-r", Durations.typed(jmh.iterationSeconds())));
    program.addAll(List.of("-rf", "json", "-rff", jmhResult(step).toString(), "-foe", "true"));
    program.addAll(List.of("-prof", "gc", "-prof", PACKAGE + "jmh.PhaseProfiler"));
    program.addAll(List.of("-jvm", wrapper(subject, fork).toString()));
    // Without any, JMH would give the fork those of its host.
    program.addAll(List.of("-jvmArgs", "-D" + FORK + "=true"));
    // "case" is no name of a field.
    work(subject, cell)
        .forEach((name, value) ->
            program.addAll(
                List.of(
                    "-p", (name.equals(SuiteDescriptor.CASE) ? "workload" : name) + "=" + value)));
    return program;
  }

  /**
   * Starts the JVM of a fork so that it ends with the host of JMH that forked it. Its options stand
   * in the wrapper because JMH takes its own apart at blanks.
   */
  private Path wrapper(String subject, List<String> options) throws IOException {
    Path wrapper = scratch.resolve("java");
    String setpriv = Tools.find("setpriv").map(Path::toString).orElse("setpriv");
    Files.writeString(
        wrapper,
        "#!/bin/sh\nexec "
            + ShellWord.quoted(setpriv)
            + " --pdeathsig KILL "
            + ShellWord.quoted(java(subject).toString())
            + options.stream()
                .map(option -> " " + ShellWord.quoted(option))
                .collect(Collectors.joining())
            + " \"$@\"\n");
    Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwx------"));
    return wrapper;
  }

  private Path java(String subject) {
    return plan.variant(subject)
        .javaHome()
        .map(home -> Path.of(home, "bin/java"))
        .orElse(installation.javaProgram());
  }

  /** The plan's options with the variant's own, and what every worker needs. */
  private List<String> options(String subject, RunFolder.Step step) {
    List<String> options =
        JvmOptions.ofVariant(
            plan.common().jvmOptions().get(WORKER), plan.variant(subject).jvmOptions());
    options.add("--enable-native-access=ALL-UNNAMED");
    options.add("-XX:+ExitOnOutOfMemoryError");
    options.add("-XX:ErrorFile=" + step.raw().resolve("hs_err_%p.log").toAbsolutePath());
    options.add("-D" + SOCKET + "=" + socket());
    return options;
  }

  /** The jars of the measured code, or the one whose manifest names everything it needs. */
  private String classPath(String subject) {
    List<String> modules = plan.implementation(subject).module().map(List::of).orElse(MODULES);
    return String.join(
        ":", modules.stream().map(module -> installation.jar(module).toString()).toList());
  }
}

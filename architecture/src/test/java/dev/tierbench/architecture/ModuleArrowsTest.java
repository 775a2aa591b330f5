package dev.tierbench.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows between modules: every dependency that is not in {@link #ALLOWED} is an error. */
class ModuleArrowsTest {

  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("run", List.of()),
          Map.entry("cli", List.of()),
          Map.entry("metrics", List.of("run")),
          Map.entry("rules", List.of("run", "metrics")),
          Map.entry("echo", List.of("run")),
          Map.entry("server", List.of()),
          Map.entry("contract", List.of()),
          Map.entry("servlet", List.of("server")),
          Map.entry("tomcat", List.of("server", "servlet")),
          Map.entry("jetty", List.of("server", "servlet")),
          Map.entry("netty", List.of("server")),
          Map.entry("database", List.of("server")),
          Map.entry("floor", List.of("server")),
          Map.entry("loadgen", List.of("run", "cli", "metrics", "rules")),
          Map.entry("observer", List.of("run", "cli", "metrics", "rules")),
          Map.entry("harness", List.of("run", "cli", "metrics", "rules", "observer")),
          Map.entry("report", List.of("run", "cli", "metrics", "rules")),
          Map.entry("suite", List.of()));

  /** The rooms of a module, and those that each may enter; a room includes its sub-packages. */
  private static final Map<String, List<String>> INSIDE =
      Map.ofEntries(
          Map.entry("harness.preflight", List.of()),
          Map.entry("harness.secret", List.of("preflight")),
          Map.entry("harness.run", List.of("preflight")),
          Map.entry("harness.tier", List.of("preflight", "secret", "run")),
          Map.entry("harness.live", List.of("preflight", "run")),
          Map.entry("harness.suite", List.of("preflight", "run", "tier", "live")),
          Map.entry("harness.http", List.of("preflight", "secret", "run", "tier", "live")),
          Map.entry("harness.ab", List.of("preflight", "secret", "run", "http")),
          Map.entry("harness.http.plan", List.of("preflight", "secret", "run")),
          Map.entry("harness.http.verify", List.of("preflight", "secret", "tier")),
          Map.entry("harness.http.sample", List.of("tier")),
          Map.entry(
              "harness.http.drive", List.of("secret", "run", "tier", "http.plan", "http.sample")),
          Map.entry("harness.http.window", List.of("run", "tier", "http.sample", "http.drive")),
          Map.entry(
              "harness.http.trial",
              List.of(
                  "secret",
                  "run",
                  "tier",
                  "http.plan",
                  "http.sample",
                  "http.drive",
                  "http.window")),
          Map.entry("loadgen.http", List.of()),
          Map.entry("loadgen.plan", List.of("http")),
          Map.entry("loadgen.arrival", List.of()),
          Map.entry("loadgen.result", List.of("plan")),
          Map.entry("loadgen.engine", List.of("http", "plan", "arrival", "result", "wire")),
          Map.entry("loadgen.wire", List.of("http")),
          Map.entry("loadgen.output", List.of("http", "plan", "result")),
          Map.entry(
              "loadgen.cli", List.of("http", "plan", "arrival", "result", "engine", "output")));

  private static final JavaClasses CLASSES = new ClassFileImporter().importPaths(classFolders());

  private static List<Path> classFolders() {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      return modules
          .map(module -> module.resolve("target/classes"))
          .filter(Files::isDirectory)
          .toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> aModuleDependsOnlyOnWhatItsArrowsAllow() {
    return ALLOWED.entrySet().stream()
        .map(module ->
            DynamicTest.dynamicTest(
                module.getKey() + " -> " + module.getValue(),
                () ->
                    ArchRuleDefinition.noClasses()
                        .that()
                        .resideInAPackage("dev.tierbench." + module.getKey() + "..")
                        .should()
                        .dependOnClassesThat(ourClassesOutside(module.getKey(), module.getValue()))
                        .check(CLASSES)));
  }

  @TestFactory
  Stream<DynamicTest> aRoomInsideAModuleEntersOnlyThoseBelowIt() {
    return INSIDE.entrySet().stream()
        .map(room -> {
          String module = room.getKey().split("\\.", -1)[0];
          List<String> open =
              Stream.concat(
                      Stream.of("dev.tierbench." + room.getKey()),
                      room.getValue().stream().map(name -> "dev.tierbench." + module + "." + name))
                  .toList();
          return DynamicTest.dynamicTest(
              room.getKey() + " -> " + room.getValue(),
              () ->
                  ArchRuleDefinition.noClasses()
                      .that()
                      .resideInAPackage("dev.tierbench." + room.getKey() + "..")
                      .should()
                      .dependOnClassesThat(
                          DescribedPredicate.describe(
                              "are in another room of " + module + " than " + open,
                              (JavaClass type) ->
                                  isInside(type, "dev.tierbench." + module)
                                      && open.stream().noneMatch(name -> isInside(type, name))))
                      .check(CLASSES));
        });
  }

  @Test
  void everyPackageOfTheLoadGeneratorIsARoom() {
    assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct())
        .filteredOn(name -> name.startsWith("dev.tierbench.loadgen"))
        .allMatch(name -> INSIDE.containsKey(name.substring("dev.tierbench.".length())));
  }

  private static boolean isInside(JavaClass type, String room) {
    return type.getPackageName().equals(room) || type.getPackageName().startsWith(room + ".");
  }

  @Test
  void everyPackageBelongsToAModuleOfTheTable() {
    assertThat(CLASSES.stream().map(ModuleArrowsTest::moduleOf).distinct())
        .containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
  }

  @Test
  void whatAllServersShareNeedsNoFramework() {
    ArchRuleDefinition.classes()
        .that()
        .resideInAnyPackage("dev.tierbench.server", "dev.tierbench.server.database")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "com.fasterxml.jackson.annotation..",
            "dev.tierbench.server",
            "dev.tierbench.server.database")
        .check(CLASSES);
  }

  @Test
  void packagesInsideAModuleFormNoCycle() {
    slices().matching("dev.tierbench.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  /** A tier may be on another host, whose processes no file of this one shows. */
  @Test
  void aSweepReadsTheProcessesOfItsTiersOnlyThroughTheirHost() {
    List<String> readers =
        Stream.of("Proc", "Cgroup", "PortOwner", "ProcessAffinity", "SystemFiles", "TargetProcess")
            .map(name -> "dev.tierbench.observer.host." + name)
            .toList();
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAnyPackage(
            "dev.tierbench.harness.http.drive..",
            "dev.tierbench.harness.http.sample..",
            "dev.tierbench.harness.http.trial..",
            "dev.tierbench.harness.http.window..",
            "dev.tierbench.harness.tier",
            "dev.tierbench.harness.tier.local",
            "dev.tierbench.harness.tier.remote",
            "dev.tierbench.harness.live..")
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "reads /proc",
                (JavaMethodCall call) -> readers.contains(call.getTargetOwner().getFullName())))
        .orShould()
        .callMethod(ProcessHandle.class, "of", long.class)
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> ourClassesOutside(
      String module, List<String> allowed) {
    return DescribedPredicate.describe(
        "belong to another module than " + module + " and " + allowed,
        type ->
            type.getPackageName().startsWith("dev.tierbench.")
                && !moduleOf(type).equals(module)
                && !allowed.contains(moduleOf(type)));
  }

  private static String moduleOf(JavaClass type) {
    return type.getPackageName().split("\\.", -1)[2];
  }
}

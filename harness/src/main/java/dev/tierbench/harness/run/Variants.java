package dev.tierbench.harness.run;

import dev.tierbench.harness.preflight.JdkHome;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Plan.Variant;
import dev.tierbench.run.plan.ResourceLimits;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The subjects as they are typed, by the names that a run gives them: {@code netty}, {@code
 * netty@/path/of/a/jdk}, {@code netty+-Xmx2g}, and each of those for every value of what varies.
 */
public final class Variants {

  /**
   * What varies also how the server is asked: requests at once on each connection of HTTP/2, and 0
   * for HTTP/1.1. Its option makes the server speak HTTP/2.
   */
  private static final String HTTP2_STREAMS = "http2Streams";

  /** A plus is part of a name, as in {@code -XX:+UseZGC}, unless a minus follows it. */
  private static final Pattern SERVER =
      Pattern.compile("([a-z][a-z0-9-]*?)(?:@((?:(?!\\+-).)+))?((?:\\+-(?:(?!\\+-).)+)*)");

  private static final Pattern NEXT_OPTION = Pattern.compile("\\+(?=-)");
  private static final Pattern VARY =
      Pattern.compile("([A-Za-z][A-Za-z0-9]*)=(\\d{1,6}(?:,\\d{1,6})*)");
  private static final Pattern MEMORY = Pattern.compile("([1-9]\\d{0,5})([mg])");
  private static final Pattern JVM_OPTION = Pattern.compile("-[A-Z].*");

  /** Less than a hundredth of a core is below what the kernel gives in a period. */
  private static final double LEAST_QUOTA = 0.01;

  private static final double MOST_QUOTA = 4_096;

  private Variants() {}

  /**
   * All of them, in their order.
   *
   * @param vary such as {@code ioWorkerCount=1,2,4}
   * @throws IllegalArgumentException saying what is wrong
   */
  public static Map<String, Variant> of(
      SubjectNames known, List<String> subjects, Optional<String> vary) {
    List<Function<Variant, Named>> values =
        vary.map(text -> values(known, text)).orElse(List.of(Named::plain));
    Map<String, Variant> all = new LinkedHashMap<>();
    subjects.stream()
        .flatMap(text -> typed(known, text))
        .flatMap(server -> values.stream().map(value -> server.then(value)))
        .forEach(named -> add(known, all, named));
    return all;
  }

  /**
   * Each variant once for each quota of CPU time and each limit of memory, named after them; the
   * same without any.
   *
   * @param memories such as {@code 256m}
   * @throws IllegalArgumentException naming a limit that is out of range
   */
  public static Map<String, Variant> withLimits(
      Map<String, Variant> variants, List<Double> quotas, List<String> memories) {
    Map<String, Variant> all = new LinkedHashMap<>();
    for (Optional<Double> cores : orNone(quotas)) {
      for (Optional<String> memory : orNone(memories)) {
        String suffix =
            cores.map(Variants::quotaName).orElse("") + memory.map("+memory="::concat).orElse("");
        variants.forEach((name, variant) ->
            all.put(
                name + suffix,
                suffix.isEmpty()
                    ? variant
                    : variant.withLimits(
                        new ResourceLimits(cores, memory.map(Variants::memoryBytes)))));
      }
    }
    return all;
  }

  private static <T> List<Optional<T>> orNone(List<T> values) {
    return values.isEmpty()
        ? List.of(Optional.empty())
        : values.stream().map(Optional::of).toList();
  }

  private static String quotaName(double cores) {
    if (!(cores >= LEAST_QUOTA && cores <= MOST_QUOTA)) {
      throw new IllegalArgumentException(
          "--quota: invalid '%s': expected cores from %s on, such as 0.5"
              .formatted(cores, LEAST_QUOTA));
    }
    return Plan.QUOTA + BigDecimal.valueOf(cores).stripTrailingZeros().toPlainString();
  }

  private static long memoryBytes(String typed) {
    Matcher size = MEMORY.matcher(typed);
    if (!size.matches()) {
      throw new IllegalArgumentException(
          "--memory: invalid '%s': expected such as 256m or 1g".formatted(typed));
    }
    return Long.parseLong(size.group(1)) << (size.group(2).equals("g") ? 30 : 20);
  }

  private static void add(SubjectNames known, Map<String, Variant> all, Named named) {
    if (all.putIfAbsent(named.name(), named.variant()) != null) {
      throw new IllegalArgumentException(known.option() + ": " + named.name() + " is named twice");
    }
  }

  /**
   * The subjects and after them the first one under a second name, so that a run measures it
   * against itself: what differs between the two is the noise of the host.
   */
  public static List<String> withControl(List<String> subjects) {
    return Stream.concat(subjects.stream(), Stream.of(subjects.getFirst() + Plan.AA_CONTROL))
        .toList();
  }

  /** A variant and what distinguishes it from others of its server. */
  private record Named(String difference, Variant variant) {
    static Named plain(Variant variant) {
      return new Named("", variant);
    }

    /** The name of the variant, with characters that every file system takes. */
    String name() {
      return variant.server() + difference.replaceAll("[^A-Za-z0-9.=@+_-]", "_");
    }

    Named then(Function<Variant, Named> change) {
      Named changed = change.apply(variant);
      return new Named(difference + changed.difference, changed.variant);
    }
  }

  private static Stream<Named> typed(SubjectNames known, String text) {
    if (text.equals(SubjectNames.EVERY)) {
      return known.aliases().keySet().stream().map(name -> Named.plain(Variant.plain(name)));
    }
    Matcher matcher = SERVER.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          known.option() + ": '" + text + "' is not NAME[@JDKHOME][+-OPTION], such as NAME+-Xmx2g");
    }
    Variant plain = Variant.plain(known.named(matcher.group(1)));
    Optional<Path> home = Optional.ofNullable(matcher.group(2)).map(typed -> jdk(known, typed));
    List<String> options =
        NEXT_OPTION.splitAsStream(matcher.group(3)).filter(option -> !option.isEmpty()).toList();
    String difference =
        home.map(path -> "@" + path.getFileName()).orElse("")
            + String.join("", options.stream().map(Variants::shortened).toList());
    return Stream.of(
        new Named(
            difference,
            new Variant(plain.server(), home.map(Path::toString), options, plain.options())));
  }

  private static Path jdk(SubjectNames known, String typed) {
    try {
      return JdkHome.of(typed);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(known.option() + ": " + e.getMessage(), e);
    }
  }

  private static String shortened(String option) {
    return "+" + option.replaceFirst("^-(D|XX:\\+)?", "");
  }

  private static List<Function<Variant, Named>> values(SubjectNames known, String typed) {
    Matcher matcher = VARY.matcher(typed);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "--vary: invalid '"
              + typed
              + "': expected NAME=VALUE,VALUE such as ioWorkerCount=1,2,4,8");
    }
    String name = matcher.group(1);
    return Stream.of(matcher.group(2).split(",", -1))
        .<Function<Variant, Named>>map(value ->
            variant -> new Named("+" + name + "=" + value, changed(known, variant, name, value)))
        .toList();
  }

  private static Variant changed(SubjectNames known, Variant variant, String name, String value) {
    Map<String, String> vary = known.vary().apply(variant.server());
    if (!vary.containsKey(name)) {
      throw new IllegalArgumentException(
          "--vary: "
              + variant.server()
              + " has no "
              + name
              + ": expected one of "
              + String.join(", ", vary.keySet()));
    }
    if (name.equals(HTTP2_STREAMS) && Integer.parseInt(value) == 0) {
      return variant;
    }
    String option = vary.get(name).replace("{value}", value);
    boolean ofJvm = JVM_OPTION.matcher(option).matches();
    return new Variant(
        variant.server(),
        variant.javaHome(),
        ofJvm ? with(variant.jvmOptions(), option) : variant.jvmOptions(),
        ofJvm ? variant.options() : with(variant.options(), option),
        variant.limits(),
        name.equals(HTTP2_STREAMS) ? Optional.of(Integer.valueOf(value)) : variant.http2Streams());
  }

  private static List<String> with(List<String> options, String more) {
    return Stream.concat(options.stream(), Stream.of(more)).toList();
  }
}

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.folder.RunReader.Depth;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * What the probe of the host explains of the values of sweeps, also of steps that were measured
 * again ({@code host-speed.sh --explain}). Steps whose compilers were busy are left out, and from what
 * is printed of memory those whose arithmetic was slow.
 */
final class HostSpeedEffect {

  private static final List<Metric> VALUES =
      List.of(Metrics.CPU, Metrics.THROUGHPUT, Metrics.P50, Metrics.P99);
  private static final double SLOW_ARITHMETIC = 1.15;
  private static final double[] BORDERS = {1, 1.25, 1.5, 2, 3, 5, Double.POSITIVE_INFINITY};

  private HostSpeedEffect() {}

  /** A step with its parts of the probe over the best of its run. */
  private record Probed(String cell, Step step, double memory, double alu) {}

  public static void main(String[] folders) throws IOException {
    List<Probed> steps = new ArrayList<>();
    for (String folder : folders) {
      steps.addAll(probed(folder));
    }
    List<Probed> slow = steps.stream().filter(step -> step.alu() > SLOW_ARITHMETIC).toList();
    List<Probed> steady = steps.stream().filter(step -> step.alu() <= SLOW_ARITHMETIC).toList();
    System.out.printf(
        Locale.ROOT,
        "%d steps of %d runs. CPU per request over the median of the cell's other steps:%n",
        steps.size(),
        folders.length);
    ratios("arithmetic over 1.15 times the best", slow, steps);
    for (int i = 1; i < BORDERS.length; i++) {
      double from = BORDERS[i - 1];
      double to = BORDERS[i];
      ratios(
          Double.isFinite(to)
              ? String.format(Locale.ROOT, "memory %.2f to %.2f times the best", from, to)
              : String.format(Locale.ROOT, "memory over %.2f times the best", from),
          steady.stream().filter(step -> step.memory() >= from && step.memory() < to).toList(),
          steady);
    }
    System.out.println("Power of the time of memory that a value grows with, within cells:");
    VALUES.forEach(metric -> power(metric, steady));
  }

  private static List<Probed> probed(String folder) throws IOException {
    Run run = RunReader.read(Path.of(folder), Depth.RECORDS);
    if (run.bestSpeed().isEmpty()) {
      System.err.println(folder + ": its host was not probed");
      return List.of();
    }
    HostSpeed.Best best = run.bestSpeed().get();
    return Stream.concat(run.steps().stream(), run.dropped().stream())
        .filter(step -> step.value(Metrics.HOST_MEMORY).isPresent())
        .filter(HostSpeedEffect::compilersWereIdle)
        .map(step ->
            new Probed(
                folder + " " + step.subject() + " " + step.parameters(),
                step,
                step.value(Metrics.HOST_MEMORY).get() / best.memoryMs(),
                step.value(Metrics.HOST_ALU).get() / best.aluMs()))
        .toList();
  }

  private static boolean compilersWereIdle(Step step) {
    return step.checks()
        .flatMap(checks -> checks.named("jit_server"))
        .filter(check -> check.verdict() == Verdict.FAIL)
        .isEmpty();
  }

  private static void ratios(String label, List<Probed> some, List<Probed> all) {
    double[] ratios =
        some.stream()
            .flatMapToDouble(one -> {
              double[] others =
                  all.stream()
                      .filter(other -> other != one && other.cell().equals(one.cell()))
                      .mapToDouble(other -> other.step().value(Metrics.CPU).orElseThrow())
                      .toArray();
              return others.length < 2
                  ? DoubleStream.empty()
                  : DoubleStream.of(
                      one.step().value(Metrics.CPU).orElseThrow() / StatUtils.percentile(others, 50));
            })
            .sorted()
            .toArray();
    if (ratios.length > 0) {
      System.out.printf(
          Locale.ROOT,
          "  %-38s %3d steps: median %.3f, quartiles %.3f to %.3f, all %.3f to %.3f%n",
          label,
          ratios.length,
          StatUtils.percentile(ratios, 50),
          StatUtils.percentile(ratios, 25),
          StatUtils.percentile(ratios, 75),
          ratios[0],
          ratios[ratios.length - 1]);
    }
  }

  /** Least squares through the means of each cell. */
  private static void power(Metric metric, List<Probed> steps) {
    Map<String, List<Probed>> cells = new TreeMap<>();
    steps.stream()
        .filter(step -> step.step().value(metric).isPresent())
        .forEach(step -> cells.computeIfAbsent(step.cell(), cell -> new ArrayList<>()).add(step));
    cells.values().removeIf(cell -> cell.size() < 2);
    SimpleRegression regression = new SimpleRegression(false);
    for (List<Probed> cell : cells.values()) {
      double x = cell.stream().mapToDouble(HostSpeedEffect::time).average().orElseThrow();
      double y = cell.stream().mapToDouble(step -> value(step, metric)).average().orElseThrow();
      cell.forEach(step -> regression.addData(time(step) - x, value(step, metric) - y));
    }
    // Each cell's mean has used up a degree of freedom.
    double count = regression.getN();
    double free = count - cells.size() - 1;
    double error = regression.getSlopeStdErr() * Math.sqrt((count - 1) / free);
    System.out.printf(
        Locale.ROOT,
        "  %-16s %+.3f ± %.3f (95 %%); %.0f steps of %d cells; scatter within a cell %.1f %%%n",
        metric.id(),
        regression.getSlope(),
        1.96 * error,
        count,
        cells.size(),
        100 * Math.sqrt(regression.getTotalSumSquares() / (count - cells.size())));
  }

  private static double time(Probed step) {
    return Math.log(step.memory());
  }

  private static double value(Probed step, Metric metric) {
    return Math.log(step.step().value(metric).orElseThrow());
  }
}

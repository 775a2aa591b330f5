package dev.tierbench.report.chain;

import dev.tierbench.metrics.Metric;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.stats.LogRatio;
import dev.tierbench.run.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs of two servers, each but the first with one choice more that was changed, and what that did
 * to the ratio of the two.
 *
 * @param at the level or rate that all runs have
 * @param servers of each run, the one that is divided by first: a server keeps its side
 */
public record Chain(
    Parameters at, List<Run> runs, List<List<String>> servers, List<Chain.Line> lines) {

  public Chain {
    runs = List.copyOf(runs);
    servers = List.copyOf(servers);
    lines = List.copyOf(lines);
  }

  /** One metric over the runs, a link for each. */
  public record Line(Metric metric, List<Link> links) {
    public Line {
      links = List.copyOf(links);
    }

    /**
     * The part of the first run's difference that went away with the change of a run, of
     * logarithms; empty where the first run shows no difference.
     */
    public Optional<Double> share(Link link) {
      return first().flatMap(all -> link.change().map(change -> -change.mean() / all));
    }

    private Optional<Double> first() {
      return links.getFirst().ratio().filter(Chain::isDifference).map(LogRatio::mean);
    }

    /** The part of it that is left in the last run. */
    public Optional<Double> left() {
      return first().flatMap(all -> links.getLast().ratio().map(last -> last.mean() / all));
    }
  }

  private static boolean isDifference(LogRatio ratio) {
    return ratio.interval().filter(of -> !of.contains(1)).isPresent();
  }

  /**
   * The chain of runs.
   *
   * @param runs in the order of their changes
   * @throws IllegalArgumentException saying which run does not fit
   */
  public static Chain of(List<Run> runs, Parameters at, List<Metric> metrics) {
    for (Run run : runs) {
      if (servers(run).size() != 2) {
        throw new IllegalArgumentException(
            "%s has not two servers, but %s"
                .formatted(run.name(), String.join(", ", servers(run))));
      }
      if (!run.parameters().contains(at)) {
        throw new IllegalArgumentException(run.name() + " has no steps at " + at.label());
      }
    }
    List<List<String>> servers = new ArrayList<>();
    for (Run run : runs) {
      servers.add(servers.isEmpty() ? servers(run) : asBefore(servers.getLast(), servers(run)));
    }
    List<Line> lines = new ArrayList<>();
    for (Metric metric : metrics) {
      List<Link> links = new ArrayList<>();
      for (int i = 0; i < runs.size(); i++) {
        links.add(
            Link.of(
                runs.get(i),
                servers.get(i),
                at,
                metric,
                links.isEmpty() ? Optional.empty() : links.getLast().ratio()));
      }
      if (links.stream().anyMatch(link -> link.ratio().isPresent())) {
        lines.add(new Line(metric, links));
      }
    }
    return new Chain(at, runs, servers, lines);
  }

  /** Two servers in their order, unless one of them was on the other side in the run before. */
  private static List<String> asBefore(List<String> before, List<String> now) {
    boolean crossed =
        now.getFirst().equals(before.getLast()) || now.getLast().equals(before.getFirst());
    return crossed ? now.reversed() : now;
  }

  /** The two servers of a run, without a control or a bound. */
  private static List<String> servers(Run run) {
    return run.competing(run.subjects());
  }

  /** The name of a run without its time, which is what was changed. */
  public static String label(Run run) {
    return run.name().replaceFirst("^\\d{8}T\\d{6}Z-", "");
  }

  /** The servers whose ratio it is, in each run where they are others than before. */
  public Stream<String> pairs() {
    return servers.stream().map(pair -> pair.getLast() + " / " + pair.getFirst()).distinct();
  }
}

package dev.tierbench.run.record;

import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Windows of one step as one. Times, counts and what may be missing at boundaries are summed; a
 * part that one window lacks is not measured; of percentiles, which cannot be summed, the largest
 * stands.
 */
final class WindowSum {

  private WindowSum() {}

  /** What tiers and hosts used in all windows, which have one name. */
  static Tiers.Phase of(List<Tiers.Phase> windows) {
    if (windows.size() == 1) {
      return windows.getFirst();
    }
    Tiers.Phase last = windows.getLast();
    long windowNs = windows.stream().mapToLong(Tiers.Phase::windowNs).sum();
    return new Tiers.Phase(
        last.name(),
        windowNs,
        windows.stream().mapToLong(Tiers.Phase::boundaryLagNs).sum(),
        hosts(windows.stream().map(Tiers.Phase::host).toList(), windowNs),
        last.tiers().stream().map(usage -> usage(usage, windows)).toList(),
        echo(windows),
        database(windows),
        last.cgroups().stream().map(cgroup -> cgroup(cgroup, windows)).toList(),
        last.hosts().stream().map(host -> host(host, windows)).toList(),
        sum(windows, Tiers.Phase::idleServersNs));
  }

  /** The sum of a part; empty when any window lacks it. */
  private static <T> Optional<Long> sum(List<T> windows, Function<T, Optional<Long>> part) {
    return windows.stream()
        .map(part)
        .reduce(Optional.of(0L), (a, b) -> a.flatMap(x -> b.map(y -> x + y)));
  }

  private static Tiers.Host hosts(List<Tiers.Host> windows, long windowNs) {
    Tiers.Host whole = Tiers.Host.together(windows, windowNs);
    Map<Integer, List<Tiers.Core>> byCore =
        windows.stream()
            .flatMap(host -> host.perCore().stream())
            .collect(Collectors.groupingBy(Tiers.Core::cpu, TreeMap::new, Collectors.toList()));
    List<Tiers.Core> cores =
        byCore.values().stream()
            .filter(core -> core.size() == windows.size())
            .map(core -> core(core, windowNs))
            .toList();
    return new Tiers.Host(whole.cores(), whole.busyNs(), whole.idleNs(), whole.stealNs(), cores);
  }

  /** A core over all windows, whose busy time is what is left of them together. */
  private static Tiers.Core core(List<Tiers.Core> windows, long windowNs) {
    long idleNs = windows.stream().mapToLong(Tiers.Core::idleNs).sum();
    long stealNs = windows.stream().mapToLong(Tiers.Core::stealNs).sum();
    return new Tiers.Core(
        windows.getFirst().cpu(),
        Tiers.Host.busyNs(windowNs, idleNs, stealNs),
        idleNs,
        stealNs,
        windows.stream().mapToLong(Tiers.Core::interruptNs).sum());
  }

  /** A process that was another one in an earlier window has no sum. */
  private static Tiers.Usage usage(Tiers.Usage last, List<Tiers.Phase> windows) {
    List<Optional<Tiers.Usage>> all =
        windows.stream()
            .map(window ->
                window.tiers().stream()
                    .filter(usage ->
                        usage.tier() == last.tier()
                            && usage.name().equals(last.name())
                            && usage.pid() == last.pid())
                    .findFirst())
            .toList();
    return last.withCpuNs(sum(all, one -> one.flatMap(Tiers.Usage::cpuNs)))
        .withUserNs(sum(all, one -> one.flatMap(Tiers.Usage::userNs)))
        .withSystemNs(sum(all, one -> one.flatMap(Tiers.Usage::systemNs)))
        .withJitCpuNs(sum(all, one -> one.flatMap(Tiers.Usage::jitCpuNs)))
        .withRssBytes(most(all, Tiers.Usage::rssBytes))
        .withThreads(most(all, Tiers.Usage::threads))
        .withHeap(heap(all.stream().map(one -> one.flatMap(Tiers.Usage::heap)).toList()));
  }

  private static <T extends Comparable<T>> Optional<T> most(
      List<Optional<Tiers.Usage>> windows, Function<Tiers.Usage, Optional<T>> part) {
    return windows.stream()
        .flatMap(Optional::stream)
        .flatMap(usage -> part.apply(usage).stream())
        .max(Comparator.naturalOrder());
  }

  private static Optional<Tiers.Heap> heap(List<Optional<Tiers.Heap>> windows) {
    if (windows.stream().anyMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    BinaryOperator<Tiers.Heap> add =
        (a, b) ->
            new Tiers.Heap(
                b.collector(),
                a.allocatedBytes().flatMap(x -> b.allocatedBytes().map(y -> x + y)),
                a.collections() + b.collections(),
                a.pauses() + b.pauses(),
                a.pauseNs() + b.pauseNs(),
                b.afterGcBytes().or(a::afterGcBytes));
    return windows.stream().flatMap(Optional::stream).reduce(add);
  }

  private static Tiers.Cgroup cgroup(Tiers.Cgroup last, List<Tiers.Phase> windows) {
    List<Optional<Tiers.Cgroup>> all =
        windows.stream()
            .map(window ->
                window.cgroups().stream()
                    .filter(cgroup -> cgroup.tier() == last.tier())
                    .findFirst())
            .toList();
    return last.with(next ->
        next.cpuNs(sum(all, one -> one.flatMap(Tiers.Cgroup::cpuNs)))
            .throttledNs(sum(all, one -> one.flatMap(Tiers.Cgroup::throttledNs)))
            .throttles(sum(all, one -> one.flatMap(Tiers.Cgroup::throttles)))
            .periods(sum(all, one -> one.flatMap(Tiers.Cgroup::periods)))
            .memory(last.memory().map(memory -> memory(memory, all))));
  }

  private static Tiers.GroupMemory memory(
      Tiers.GroupMemory last, List<Optional<Tiers.Cgroup>> windows) {
    return new Tiers.GroupMemory(
        last.limitBytes(),
        last.peakBytes(),
        windows.stream()
            .map(one ->
                one.flatMap(Tiers.Cgroup::memory).flatMap(Tiers.GroupMemory::windowPeakBytes))
            .reduce((a, b) -> a.flatMap(x -> b.map(y -> Math.max(x, y))))
            .flatMap(Function.identity()));
  }

  private static Tiers.HostWindow host(Tiers.HostWindow last, List<Tiers.Phase> windows) {
    List<Tiers.HostWindow> all =
        windows.stream()
            .flatMap(window -> window.hosts().stream())
            .filter(host -> host.name().equals(last.name()))
            .toList();
    long windowNs = all.stream().mapToLong(Tiers.HostWindow::windowNs).sum();
    return new Tiers.HostWindow(
        last.name(),
        last.processes(),
        windowNs,
        all.stream().mapToLong(Tiers.HostWindow::boundaryLagNs).sum(),
        hosts(all.stream().map(Tiers.HostWindow::host).toList(), windowNs),
        network(all.stream().map(Tiers.HostWindow::network).toList()),
        all.stream().flatMap(host -> host.silenceNs().stream()).max(Comparator.naturalOrder()));
  }

  private static Optional<Tiers.Network> network(List<Optional<Tiers.Network>> windows) {
    return windows.stream()
        .reduce((a, b) ->
            a.flatMap(x ->
                b.map(y ->
                    new Tiers.Network(
                        x.sentSegments() + y.sentSegments(),
                        x.retransmittedSegments() + y.retransmittedSegments(),
                        x.droppedPackets() + y.droppedPackets(),
                        x.softirqNs() + y.softirqNs()))))
        .flatMap(Function.identity());
  }

  private static Optional<Tiers.Echo> echo(List<Tiers.Phase> windows) {
    if (windows.stream().anyMatch(window -> window.echo().isEmpty())) {
      return Optional.empty();
    }
    List<Tiers.Echo> all = windows.stream().flatMap(window -> window.echo().stream()).toList();
    return Optional.of(
        new Tiers.Echo(
            all.stream().mapToLong(Tiers.Echo::count).sum(),
            largest(all.stream().map(Tiers.Echo::p50Us)),
            largest(all.stream().map(Tiers.Echo::p99Us)),
            largest(all.stream().map(Tiers.Echo::maxUs)),
            pause(windows),
            all.stream().mapToLong(Tiers.Echo::boundaryLagNs).sum(),
            all.stream()
                .map(Tiers.Echo::delays)
                .reduce((a, b) -> a.flatMap(first -> b.map(first::plus)))
                .flatMap(Function.identity()),
            all.stream()
                .map(Tiers.Echo::failures)
                .reduce((a, b) -> a.flatMap(first -> b.map(first::and)))
                .flatMap(Function.identity())));
  }

  private static Optional<Tiers.Database> database(List<Tiers.Phase> windows) {
    return windows.stream()
        .map(Tiers.Phase::database)
        .reduce((a, b) ->
            a.flatMap(x ->
                b.map(y ->
                    new Tiers.Database(
                        x.statements() + y.statements(),
                        x.executingMs() + y.executingMs(),
                        x.connections()
                            .flatMap(one -> y.connections().map(other -> Math.max(one, other))),
                        pause(windows),
                        x.boundaryLagNs() + y.boundaryLagNs()))))
        .flatMap(Function.identity());
  }

  private static Optional<Double> largest(Stream<Optional<Double>> values) {
    return values.flatMap(Optional::stream).max(Comparator.naturalOrder());
  }

  /**
   * The longest pause, which began so long after the windows as if they were one; empty when one of
   * them has none, where nobody looked.
   */
  private static Optional<Pause> pause(List<Tiers.Phase> windows) {
    if (windows.stream().anyMatch(window -> window.backendPause().isEmpty())) {
      return Optional.empty();
    }
    List<Pause> pauses = new ArrayList<>();
    double before = 0;
    for (Tiers.Phase window : windows) {
      double offset = before;
      window
          .backendPause()
          .ifPresent(pause -> pauses.add(new Pause(pause.seconds(), offset + pause.atSeconds())));
      before += window.windowNs() / NANOS_PER_SECOND;
    }
    return pauses.stream().max(Comparator.comparingDouble(Pause::seconds));
  }
}

package dev.tierbench.suite.jmh;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Registry;
import dev.tierbench.suite.Settings;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Work;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Whole passes per second of the one implementation that the parameters name, so that a fork's
 * profiles know no other. Every pass is checked.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class WorkBenchmark {

  @Param("streams")
  public String suite;

  /** The case; {@code case} is no name of a field. */
  @Param("range")
  public String workload;

  @Param("loop")
  public String implementation;

  @Param("1000")
  public int size;

  private Work work;
  private Sink sink;
  private Verdicts verdicts;

  @Setup(Level.Trial)
  public void open(Blackhole blackhole) throws Exception {
    Registry registry = Registry.ofClassPath();
    Case studyCase = registry.studyCase(suite, workload);
    sink = new BlackholeSink(blackhole);
    verdicts = new Verdicts(registry.study(suite).expected(studyCase, size));
    work = registry.factory(suite, implementation).open(new Settings(studyCase, size, Map.of()));
    PhaseProfiler.opened(work.setup(), verdicts);
  }

  @Benchmark
  public long pass() throws Exception {
    long checksum = work.run(size, sink);
    verdicts.add(checksum);
    return checksum;
  }

  @TearDown(Level.Trial)
  public void close() throws Exception {
    if (!PhaseProfiler.closes(work)) {
      work.close();
    }
  }
}

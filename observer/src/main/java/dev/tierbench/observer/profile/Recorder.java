package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.run.Caveat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A program that samples stacks of a JVM into a recording of the JDK's format. */
sealed interface Recorder permits AsyncProfiler, FlightRecorder {

  /** Name and version. */
  String description();

  /**
   * Starts sampling.
   *
   * @param longest after which it ends by itself, in case this program ends without stopping it
   * @throws IOException saying why it cannot
   */
  void start(TargetProcess target, TargetFolder folder, Duration longest) throws IOException;

  /** Ends sampling and leaves the recording in the folder, as {@link TargetFolder#RECORDING}. */
  void stop(TargetProcess target, TargetFolder folder) throws IOException;

  /** Whether its recordings have the events of virtual threads. */
  boolean recordsVirtualThreads();

  /** What its profiles cannot show. */
  List<Caveat> caveats();

  /** How the events of its recordings count. */
  EventWeights weights();
}

package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.run.Caveat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A program that samples stacks of a JVM into a recording of the JDK's format. */
sealed interface Recorder permits AsyncProfiler, FlightRecorder {

  /** Its name and version. */
  String description();

  /**
   * Starts sampling.
   *
   * @param longest after which it ends by itself, should nobody be left to stop it
   * @throws IOException saying why it cannot
   */
  void start(TargetProcess target, TargetFolder folder, Duration longest) throws IOException;

  /** Ends sampling and leaves the recording in the folder, as {@link TargetFolder#RECORDING}. */
  void stop(TargetProcess target, TargetFolder folder) throws IOException;

  /** Whether its recordings tell of virtual threads. */
  boolean tellsOfVirtualThreads();

  /** What its profiles cannot tell. */
  List<Caveat> caveats();

  /** How the events of its recordings count. */
  EventWeights weights();
}

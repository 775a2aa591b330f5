package dev.tierbench.harness.http.tier;

import dev.tierbench.observer.measured.MeasuredHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A host whose load generator takes a share of the connections. */
public interface GeneratorHost {

  MeasuredHost measured();

  /**
   * Starts it.
   *
   * @param options all but where its files go
   * @param log where its standard error goes
   */
  OtherGenerator start(List<String> options, Path log) throws IOException, InterruptedException;
}

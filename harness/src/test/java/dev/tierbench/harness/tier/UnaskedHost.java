package dev.tierbench.harness.tier;

import dev.tierbench.observer.HostCapture;
import dev.tierbench.observer.measured.CaptureOrder;
import dev.tierbench.observer.measured.HostSnapshot;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.observer.measured.MeasuredProcess;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A host of which nothing is asked but what a test overrides. */
public class UnaskedHost implements MeasuredHost {

  private static UnsupportedOperationException unasked() {
    return new UnsupportedOperationException("this test asks its host something else");
  }

  @Override
  public String name() {
    return "";
  }

  @Override
  public HostState state() {
    throw unasked();
  }

  @Override
  public void watch(MeasuredProcess target) {
    throw unasked();
  }

  @Override
  public HostSnapshot snapshot() {
    throw unasked();
  }

  @Override
  public ProcessState process(String name) {
    throw unasked();
  }

  @Override
  public void hold(long pid, CpuList cores) {
    throw unasked();
  }

  @Override
  public void requireHeld(long pid, CpuList cores) {
    throw unasked();
  }

  @Override
  public List<HostSpeed.Reading> probe(Optional<CpuList> cores) {
    throw unasked();
  }

  @Override
  public HostCapture attach(CaptureOrder order, Path folder) throws IOException {
    throw unasked();
  }
}

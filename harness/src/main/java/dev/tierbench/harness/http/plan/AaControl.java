package dev.tierbench.harness.http.plan;

import dev.tierbench.run.Plan;
import java.util.ArrayList;
import java.util.List;

/**
 * A second name for a server, so that a run measures it against itself: what differs between the
 * two is the noise of the host.
 */
public final class AaControl {

  private AaControl() {}

  public static String of(String server) {
    return server + Plan.AA_CONTROL;
  }

  /** The server behind a name, which may be that of the A/A control. */
  public static String original(String name) {
    return name.endsWith(Plan.AA_CONTROL)
        ? name.substring(0, name.length() - Plan.AA_CONTROL.length())
        : name;
  }

  /** The servers and after them the control of the first. */
  public static List<String> besides(List<String> servers) {
    List<String> all = new ArrayList<>(servers);
    all.add(of(servers.getFirst()));
    return all;
  }
}

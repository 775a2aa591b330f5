package dev.tierbench.sweep.trial;

import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.sweep.tier.Child;
import dev.tierbench.sweep.tier.ChildCommand;
import dev.tierbench.sweep.tier.Launcher;
import dev.tierbench.sweep.tier.TierClient;
import dev.tierbench.sweep.tier.TierCommands;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The echo tier, which stays for the whole sweep, and the server of the trial under way. */
final class Rig {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final String SETTINGS_SCHEMA = "tierbench/settings/1";

  private final Launcher launcher;
  private final TierCommands commands;
  private final TierClient client;
  private final Watch watch;
  private final RunFolder folder;
  private Optional<Child> echo = Optional.empty();
  private Optional<Child> server = Optional.empty();

  Rig(Launcher launcher, TierCommands commands, TierClient client, Watch watch, RunFolder folder) {
    this.launcher = launcher;
    this.commands = commands;
    this.client = client;
    this.watch = watch;
    this.folder = folder;
  }

  /**
   * Starts what is not running.
   *
   * @return whether a JVM is fresh, so that the server has to be warmed up
   * @throws StepFault when a tier does not start
   */
  boolean ensure(Plan.Trial trial) throws StepFault, InterruptedException {
    boolean freshEcho = !isAlive(echo);
    boolean freshServer = !isAlive(server);
    if (freshEcho) {
      echo = Optional.of(start(commands.echo(folder.echoLog()), "echo", commands.echoUri()));
    }
    if (freshServer) {
      ChildCommand command =
          commands.server(trial.server(), folder.trial(trial.name()).serverLog());
      server = Optional.of(start(command, trial.server(), commands.serverUri(trial.server())));
    }
    if (freshEcho || freshServer) {
      writeSettings(trial);
    }
    return freshEcho || freshServer;
  }

  /** Whether there is nothing to start. */
  boolean isUp() {
    return isAlive(echo) && isAlive(server);
  }

  private static boolean isAlive(Optional<Child> child) {
    return child.filter(Child::isAlive).isPresent();
  }

  private Child start(ChildCommand command, String name, URI uri)
      throws StepFault, InterruptedException {
    Child child;
    try {
      child = launcher.start(command);
    } catch (IOException e) {
      throw new StepFault(e.getMessage(), e);
    }
    if (!client.awaitHealthy(uri, child, START_LIMIT)) {
      String how =
          child.isAlive()
              ? name + " was not ready within " + START_LIMIT.toSeconds() + " s"
              : child.howItEnded() + " before it was ready";
      child.kill();
      throw StepFault.of(child, how);
    }
    watch.add(command.name(), name, child);
    return child;
  }

  private void writeSettings(Plan.Trial trial) throws InterruptedException {
    Map<String, Object> tiers = new LinkedHashMap<>();
    tiers.put("server", client.settings(commands.serverUri(trial.server())));
    tiers.put("echo", client.settings(commands.echoUri()));
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("schema", SETTINGS_SCHEMA);
    settings.put("tiers", tiers);
    RunJson.write(folder.trial(trial.name()).settings(), settings);
  }

  /** The tiers without which no load can be measured. */
  List<Child> needed() {
    return List.of(server.orElseThrow(), echo.orElseThrow());
  }

  /** The CPU that the server's compilers used so far. */
  Optional<Long> serverJitNs() {
    return Optional.ofNullable(watch.take().byRole().get("server")).flatMap(Watch.Times::jitNs);
  }

  void endServer() throws InterruptedException {
    if (server.isPresent()) {
      server.get().end();
    }
    server = Optional.empty();
  }
}

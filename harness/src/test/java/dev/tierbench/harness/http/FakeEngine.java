package dev.tierbench.harness.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A {@code docker} on the PATH whose containers are plain processes that run the fake tiers. */
record FakeEngine(Path folder) {

  private static final String SCRIPT =
      """
      #!/bin/sh
      cd "$(dirname "$0")/state" || exit 1
      if [ -e silent ]; then echo "Cannot connect to the Docker daemon" >&2; exit 1; fi
      for id; do :; done
      running() { [ -e "$id.pid" ] && kill -0 "$(cat "$id.pid")" 2>/dev/null; }
      case $1 in
        info) echo "1.0 $(cat /proc/sys/kernel/hostname)" ;;
        ps) ls | sed -n 's/\\.command$//p' ;;
        logs) cat "$id.log" ;;
        update) echo "$3" >"$id.cpus"; echo "$3" >>"$id.updates"
          if running; then taskset -a -c -p "$3" "$(cat "$id.pid")" >/dev/null; fi ;;
        kill) kill -9 "$(cat "$id.pid")" ;;
        restart)
          running && kill -9 "$(cat "$id.pid")"
          while running; do sleep 0.05; done
          setsid taskset -c "$(cat "$id.cpus" 2>/dev/null || cat /sys/devices/system/cpu/online)" $(cat "$id.command") >"$id.log" 2>&1 </dev/null &
          echo $! >"$id.pid" ;;
        inspect)
          if running; then up=true; else up=false; fi
          sed "s/@UP/$up/; s/@PID/$(cat "$id.pid" 2>/dev/null || echo 0)/" "$id.json" ;;
      esac
      """;

  static FakeEngine in(Path folder) throws IOException {
    FakeEngine engine = new FakeEngine(folder.resolve("engine"));
    Files.createDirectories(engine.state());
    Path docker = engine.folder().resolve("docker");
    Files.writeString(docker, SCRIPT);
    if (!docker.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + docker + " executable");
    }
    return engine;
  }

  private Path state() {
    return folder.resolve("state");
  }

  /** A container that does not run yet. */
  void add(String tier, int port, Path jar, String... options) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command = java + " -Xmx64m -jar " + jar + " " + String.join(" ", List.of(options));
    Files.writeString(state().resolve(tier + ".command"), command);
    Files.writeString(state().resolve(tier + ".json"), inspect(tier, port));
  }

  private static String inspect(String tier, int port) {
    return """
    [{"Id": "TIER", "Name": "/p_TIER_1", "Image": "sha256:0", "Path": "java",
      "Args": ["-Xmx64m", "-jar", "app.jar"],
      "State": {"Running": @UP, "Pid": @PID, "ExitCode": 137, "StartedAt": "2026-01-01T00:00:00Z"},
      "Config": {"Image": "fake", "Labels": {"com.docker.compose.project": "p",
        "dev.tierbench.tier": "TIER", "dev.tierbench.url": "http://127.0.0.1:PORT"}},
      "HostConfig": {"NetworkMode": "host"}}]
    """
        .replace("TIER", tier)
        .replace("PORT", String.valueOf(port));
  }

  /** The cores that a container was held to, one after the other. */
  List<String> updates(String tier) throws IOException {
    return Files.readAllLines(state().resolve(tier + ".updates"));
  }

  /** Starts a container as its user would. */
  void start(String tier) throws IOException, InterruptedException {
    ProcessBuilder docker =
        new ProcessBuilder(folder.resolve("docker").toString(), "restart", tier);
    if (docker.inheritIO().start().waitFor() != 0) {
      throw new IOException("the fake engine did not start " + tier);
    }
  }

  /** From now on it refuses everything. */
  void stopAnswering() throws IOException {
    Files.writeString(state().resolve("silent"), "");
  }

  /** The PATH on which it is found first. */
  String path() {
    return folder + ":" + System.getenv("PATH");
  }
}

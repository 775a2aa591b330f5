package dev.tierbench.harness.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A {@code docker} on the PATH whose containers are plain processes that run the fake tiers. */
record FakeEngine(Path folder) {

  private static final String SCRIPT =
      """
      #!/bin/sh
      cd "$(dirname "$0")/state" || exit 1
      if [ -e silent ]; then echo "Cannot connect to the Docker daemon" >&2; exit 1; fi
      for id; do :; done
      running() { [ -e "$id.pid" ] && kill -0 "$(cat "$id.pid")" 2>/dev/null; }
      stop() {
        echo "stop $id" >>calls
        running && kill -9 "$(cat "$id.pid")"
        while running; do sleep 0.05; done
      }
      start() {
        echo "start $id" >>calls
        setsid taskset -c "$(cat "$id.cpus" 2>/dev/null || cat /sys/devices/system/cpu/online)" $(cat "$id.command") >"$id.log" 2>&1 </dev/null &
        echo $! >"$id.pid"
      }
      case $1 in
        info) echo "1.0 $(cat /proc/sys/kernel/hostname)" ;;
        ps) label=${id#label=}; name=${label%%=*}; value=${label#"$name"}
          grep -ls "$name.: .${value#=}" *.json | sed 's/\\.json$//' ;;
        logs) cat "$id.log" ;;
        update) if [ "$2" != --cpuset-cpus ]; then shift; echo "$*" >>quotas; exit; fi
          echo "$3" >"$id.cpus"; echo "$3" >>"$id.updates"
          if running; then taskset -a -c -p "$3" "$(cat "$id.pid")" >/dev/null; fi ;;
        kill) kill -9 "$(cat "$id.pid")" ;;
        stop) shift 3; for id; do stop; done ;;
        start) shift; for id; do running || start; done ;;
        restart) stop; start ;;
        inspect)
          if running; then up=true; else up=false; fi
          sed "s/@UP/$up/; s/@PID/$(cat "$id.pid" 2>/dev/null || echo 0)/" "$id.json" ;;
      esac
      """;

  private static final String LABELS =
      """
      , "dev.tierbench.tier": "NAME", "dev.tierbench.url": "http://127.0.0.1:PORT"
      """;

  private static final String INSPECT =
      """
      [{"Id": "NAME", "Name": "/p_NAME_1", "Image": "sha256:0", "Path": "java",
        "Args": ["-Xmx64m", "-jar", "app.jar"],
        "State": {"Running": @UP, "Pid": @PID, "ExitCode": 137, "StartedAt": "2026-01-01T00:00:00Z"},
        "Config": {"Image": "fake", "Labels": {"com.docker.compose.project": "p",
          "com.docker.compose.service": "NAME" LABELS}},
        "HostConfig": {"NetworkMode": "host"}}]
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

  /** A container that does not run yet, labelled as one of the tiers. */
  void add(String tier, int port, Path jar, String... options) throws IOException {
    add(tier, LABELS.replace("PORT", String.valueOf(port)), jar, options);
  }

  /** The same of somebody's own service, which has no label of ours. */
  void addService(String service, Path jar, String... options) throws IOException {
    add(service, "", jar, options);
  }

  private void add(String name, String labels, Path jar, String... options) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command = java + " -Xmx64m -jar " + jar + " " + String.join(" ", List.of(options));
    Files.writeString(state().resolve(name + ".command"), command);
    Files.writeString(
        state().resolve(name + ".json"), INSPECT.replace("LABELS", labels).replace("NAME", name));
  }

  /** As after {@code docker compose down}. */
  void removeAll() throws IOException {
    try (Stream<Path> files = Files.list(state())) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  /** The cores that a container was held to, one after the other. */
  List<String> updates(String tier) throws IOException {
    return Files.readAllLines(state().resolve(tier + ".updates"));
  }

  /** The updates of quotas of CPU, one after the other: {@code --cpu-quota -1 echo}. */
  List<String> quotas() throws IOException {
    return Files.readAllLines(state().resolve("quotas"));
  }

  /** Which containers were stopped and started, in their order: {@code stop echo}. */
  List<String> calls() throws IOException {
    return Files.readAllLines(state().resolve("calls"));
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

package dev.tierbench.floor;

import dev.tierbench.floor.common.Floor;
import dev.tierbench.floor.common.FloorPlan;
import dev.tierbench.floor.netty.NettyFloor;
import dev.tierbench.floor.reactor.ReactorFloor;
import dev.tierbench.server.CannotListen;
import dev.tierbench.server.InvalidSetting;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.TypeConversionException;

/** The servers under test without a framework: the least that an exchange can cost. */
@Command(
    name = "floor-server",
    mixinStandardHelpOptions = true,
    version = "tierbench floor-server",
    sortOptions = false,
    description =
        "Answers GET /sleep with what echo answers; Netty or reactor-netty, and no framework.",
    footer = {"", "Example:", "  floor-server --server.port=8084 --echo.url=http://127.0.0.1:8081"})
final class FloorServer implements Callable<Integer> {
  /** Starter of each model, by name. */
  static final SortedMap<String, Function<FloorPlan, Floor>> MODELS =
      new TreeMap<>(
          Map.of("netty-floor", NettyFloor::start, "reactor-netty-floor", ReactorFloor::start));

  @Mixin private final FloorSettings settings;

  private FloorServer(FloorSettings settings) {
    this.settings = settings;
  }

  public static void main(String[] arguments) {
    System.exit(line(new FloorSettings()).execute(arguments));
  }

  /** The command line that fills the settings. */
  static CommandLine line(FloorSettings settings) {
    return new CommandLine(new FloorServer(settings))
        .registerConverter(Duration.class, FloorServer::span)
        .setParameterExceptionHandler((usageError, args) -> {
          System.err.println("cannot start: " + usageError.getMessage() + ". See --help");
          return CommandLine.ExitCode.USAGE;
        });
  }

  @Override
  public Integer call() {
    try (Floor floor = start(settings.plan())) {
      System.out.println("floor-server: listening on " + floor.address());
      floor.awaitEnd().run();
      return CommandLine.ExitCode.OK;
    } catch (InvalidSetting | CannotListen e) {
      System.err.println("cannot start: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /** Listening when it returns. */
  static Floor start(FloorPlan plan) {
    return MODELS.get(plan.model()).apply(plan);
  }

  /** Times as the other servers take them: 500ms, 5s. */
  private static Duration span(String text) {
    if (text.matches("[1-9]\\d{0,6}ms")) {
      return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
    }
    if (text.matches("[1-9]\\d{0,5}s")) {
      return Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1)));
    }
    throw new TypeConversionException(
        "invalid time '" + text + "': expected a time from 1ms, such as 5s");
  }
}

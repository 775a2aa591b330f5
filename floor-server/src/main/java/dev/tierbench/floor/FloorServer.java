package dev.tierbench.floor;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.Settings;
import dev.tierbench.server.reactor.ReactorNetty;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import org.reactivestreams.Publisher;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.TypeConversionException;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The server under test without a framework: the least that the reactive model can cost. */
@Command(
    name = "floor-server",
    mixinStandardHelpOptions = true,
    version = "tierbench floor-server",
    sortOptions = false,
    description = "Answers GET /sleep with what echo answers; reactor-netty and nothing else.",
    footer = {"", "Example:", "  floor-server --server.port=8084 --echo.url=http://127.0.0.1:8081"})
final class FloorServer implements Callable<Integer> {
  private static final Set<String> PATHS = Set.of("/sleep", "/settings", "/health");

  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

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
        .registerConverter(Duration.class, new SpanConverter())
        .setParameterExceptionHandler((usageError, args) -> {
          System.err.println("cannot start: " + usageError.getMessage() + ". See --help");
          return CommandLine.ExitCode.USAGE;
        });
  }

  @Override
  public Integer call() {
    try {
      DisposableServer server = start(settings.checked());
      System.out.println("floor-server: listening on " + server.address());
      server.onDispose().block();
      return CommandLine.ExitCode.OK;
    } catch (InvalidSetting e) {
      System.err.println("cannot start: " + e.getMessage());
    } catch (ChannelBindException e) {
      System.err.println(
          "cannot start: port "
              + settings.port
              + " is in use: stop the process that listens on it, or choose another with"
              + " --server.port=N");
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Listening when it returns. */
  static DisposableServer start(FloorSettings settings) {
    LoopResources loops = ReactorNetty.loops(settings.loops());
    EchoClient echo = new EchoClient(settings.echo(), loops);
    SleepHandler sleep = new SleepHandler(echo);
    String json = JSON.writeValueAsString(settings(settings, echo));
    return HttpServer.create()
        .runOn(loops)
        .host(settings.address)
        .port(settings.port)
        .option(ChannelOption.SO_BACKLOG, settings.acceptCount)
        .doOnBound(bound -> bound.onDispose(loops))
        .handle((request, response) -> route(json, sleep, request, response))
        .bindNow();
  }

  /** The settings that decide a result; there is no Spring to name a version of. */
  private static Settings settings(FloorSettings settings, EchoClient echo) {
    return Settings.of(
        "netty-floor",
        new Settings.Server(
            LoopResources.hasNativeSupport() ? "epoll" : "nio",
            settings.loops(),
            null,
            null,
            null,
            settings.acceptCount,
            Settings.NO_LIMIT,
            Settings.NO_LIMIT),
        echo.settings(),
        new Settings.Versions(null, null, ReactorNetty.VERSION, ReactorNetty.VERSION));
  }

  private static Publisher<Void> route(
      String settings, SleepHandler sleep, HttpServerRequest request, HttpServerResponse response) {
    String path = request.fullPath();
    if (!PATHS.contains(path)) {
      return SleepHandler.answer(
          response, 404, "no such path: this server has GET /sleep, /settings and /health\n");
    }
    if (!request.method().equals(HttpMethod.GET)) {
      return SleepHandler.answer(
          response.header(HttpHeaderNames.ALLOW, "GET"), 405, "method not allowed: use GET\n");
    }
    return switch (path) {
      case "/sleep" -> sleep.sleep(request, response);
      case "/health" -> SleepHandler.answer(response, 200, "ready");
      default -> SleepHandler.answer(response, 200, "application/json", settings);
    };
  }

  /** Times as the other servers take them: 500ms, 5s. */
  private static final class SpanConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
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
}

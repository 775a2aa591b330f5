package dev.tierbench.floor.reactor;

import dev.tierbench.floor.common.Floor;
import dev.tierbench.floor.common.FloorPlan;
import dev.tierbench.floor.common.Route;
import dev.tierbench.server.CannotListen;
import dev.tierbench.server.reactor.ReactorNetty;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import org.reactivestreams.Publisher;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/** reactor-netty and nothing else: the least that the reactive model can cost. */
public final class ReactorFloor {
  private ReactorFloor() {}

  /** Listening when it returns. */
  public static Floor start(FloorPlan plan) {
    LoopResources loops = ReactorNetty.loops(plan.transport(), plan.eventLoops());
    EchoClient echo = new EchoClient(plan.echo(), loops);
    SleepHandler sleep = new SleepHandler(echo);
    String settings = plan.settings(echo.settings(), ReactorNetty.VERSION);
    try {
      DisposableServer server =
          HttpServer.create()
              .runOn(loops)
              .host(plan.address())
              .port(plan.port())
              .option(ChannelOption.SO_BACKLOG, plan.acceptCount())
              .doOnBound(bound -> bound.onDispose(loops))
              .handle((request, response) -> route(settings, sleep, request, response))
              .bindNow();
      return new Floor(server.address(), () -> server.onDispose().block(), server::disposeNow);
    } catch (ChannelBindException e) {
      loops.dispose();
      throw CannotListen.on(plan.port(), e.getCause());
    }
  }

  private static Publisher<Void> route(
      String settings, SleepHandler sleep, HttpServerRequest request, HttpServerResponse response) {
    return switch (Route.of(request.fullPath(), request.method().equals(HttpMethod.GET))) {
      case SLEEP -> sleep.sleep(request, response);
      case SETTINGS -> SleepHandler.answer(response, 200, Route.JSON, settings);
      case HEALTH -> SleepHandler.answer(response, 200, Route.READY);
      case NO_SUCH_PATH -> SleepHandler.answer(response, 404, Route.NO_SUCH_PATH_REASON);
      case WRONG_METHOD ->
          SleepHandler.answer(
              response.header(HttpHeaderNames.ALLOW, "GET"), 405, Route.WRONG_METHOD_REASON);
    };
  }
}

package dev.tierbench.jetty;

import dev.tierbench.server.Settings;
import dev.tierbench.server.spring.SpringServerConfiguration;
import dev.tierbench.servlet.Echo;
import java.util.Optional;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The settings in force, read from the running connector, its threads and the client. */
@RestController
record SettingsController(WebServerApplicationContext context, Echo echo) {

  @GetMapping(path = "/settings", produces = MediaType.APPLICATION_JSON_VALUE)
  Settings settings() {
    Server jetty = ((JettyWebServer) context.getWebServer()).getServer();
    Optional<QueuedThreadPool> pool = pool(jetty.getThreadPool());
    return Settings.of(
        pool.isPresent() ? "jetty-platform" : "jetty-virtual",
        server(jetty, pool),
        echo.settings(),
        SpringServerConfiguration.versions("Eclipse Jetty/" + Server.getVersion(), echo.version()));
  }

  /** A thread per request that is virtual has no pool. */
  private static Optional<QueuedThreadPool> pool(ThreadPool threads) {
    return threads instanceof QueuedThreadPool pool ? Optional.of(pool) : Optional.empty();
  }

  private static Optional<Integer> cap(ThreadPool threads) {
    return threads instanceof VirtualThreadPool virtual && virtual.getMaxConcurrentTasks() > 0
        ? Optional.of(virtual.getMaxConcurrentTasks())
        : Optional.empty();
  }

  private Settings.Server server(Server jetty, Optional<QueuedThreadPool> pool) {
    ServerConnector connector = (ServerConnector) jetty.getConnectors()[0];
    return new Settings.Server(
        "nio",
        echo.eventLoops(),
        pool.map(QueuedThreadPool::getMaxThreads).or(() -> cap(jetty.getThreadPool())),
        pool.map(QueuedThreadPool::getMinThreads),
        Optional.ofNullable(jetty.getBean(NetworkConnectionLimit.class))
            .map(NetworkConnectionLimit::getMaxNetworkConnectionCount),
        connector.getAcceptQueueSize(),
        connector.getIdleTimeout(),
        Settings.NO_LIMIT);
  }
}

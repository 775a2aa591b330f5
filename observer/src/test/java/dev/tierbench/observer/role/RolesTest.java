package dev.tierbench.observer.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.Fixture;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.run.threads.ThreadRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RolesTest {

  private static final Roles ROLES = Roles.standard();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"tomcat", "netty", "virtual"})
  void everyThreadOfARealServerHasARole(String model) {
    Collection<String> names =
        ThreadDump.parse(Fixture.read("jcmd-thread-print-25-" + model + ".txt")).names().values();
    assertThat(names).isNotEmpty().allSatisfy(name -> assertKnown(name));
  }

  private static void assertKnown(String name) {
    assertThat(ROLES.of(name)).as(name).isNotEqualTo(Roles.OTHER).isIn(Roles.order());
  }

  @Test
  void threadsOfTheProgramItselfAreOther() {
    assertThat(ROLES.of("worker \"quoted\" <b>#0</b>")).isEqualTo(Roles.OTHER);
    assertThat(ROLES.of("")).isEqualTo(Roles.OTHER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "http-nio-8080-Acceptor;acceptor",
        "http-nio-auto-1-Acceptor;acceptor",
        "https-openssl-nio-8443-Acceptor-0;acceptor",
        "http-nio-8080-Poller;poller",
        "http-nio-8080-ClientPoller-1;poller",
        "http-nio-8080-exec-284;worker",
        "https-jsse-nio-8443-exec-2;worker",
        "http-nio-127.0.0.1-8080-exec-1;worker",
        "http-nio-auto-1-exec-3;worker",
        "reactor-http-epoll-1;event-loop",
        "reactor-http-nio-4;event-loop",
        "reactor-http-io_uring-2;event-loop",
        "iou-wrk-31999;io-worker",
        "iou-sqp-7;io-worker",
        "jetty-virtual-thread-pool-keepalive;vm",
        "Scheduler-1866340787-1;vm",
        "reactor-tcp-epoll-2;event-loop",
        "nioEventLoopGroup-3-1;event-loop",
        "multiThreadIoEventLoopGroup-2-8;event-loop",
        "vert.x-eventloop-thread-0;event-loop",
        "grpc-default-worker-ELG-1-2;event-loop",
        "grpc-nio-boss-ELG-3-1;event-loop",
        "grpc-default-executor-7;worker",
        "lettuce-epollEventLoop-4-1;event-loop",
        "lettuce-eventExecutorLoop-1-2;client",
        "boundedElastic-12;worker",
        "boundedElastic-evictor-1;vm",
        "parallel-3;worker",
        "DefaultDispatcher-worker-1;worker",
        "DefaultDispatcher-worker-12 @coroutine#9;worker",
        "kotlinx.coroutines.DefaultExecutor;worker",
        "ForkJoinPool-1-worker-2;carrier",
        "ForkJoinPool-2-worker-2;worker",
        "ForkJoinPool-11-worker-2;worker",
        "ForkJoinPool.commonPool-worker-1;worker",
        "ForkJoinPool-1-delayScheduler;vthread-poller",
        "VirtualThread-unblocker;vthread-poller",
        "VirtualThread-unparker;vthread-poller",
        "MasterPoller;vthread-poller",
        "Read-Poller;vthread-poller",
        "Read-Poller-0;vthread-poller",
        "Write-Poller-3;vthread-poller",
        "idle-connection-evictor;client",
        "idle-connection-evictor-1;client",
        "httpclient-dispatch-3;client",
        "httpclient-main-1;client",
        "HttpClient-1-SelectorManager;client",
        "HttpClient-1-Worker-0;client",
        "OkHttp ConnectionPool;client",
        "HikariPool-1 housekeeper;client",
        "HikariPool-1 connection adder;client",
        "HikariPool-1:connection-adder;client",
        "database:connection-adder;client",
        "database:housekeeper;client",
        "kafka-producer-network-thread | producer-1;client",
        "kafka-coordinator-heartbeat-thread | orders;client",
        "kafka-admin-client-thread | adminclient-1;client",
        "org.springframework.kafka.KafkaListenerEndpointContainer#0-0-C-1;worker",
        "pool-2-thread-9;worker",
        "GC Thread#1;gc",
        "ParGC Thread#0;gc",
        "G1 Conc#0;gc",
        "G1 Main Marker;gc",
        "ZDriverMinor;gc",
        "ZDriver;gc",
        "ZWorkerYoung#0;gc",
        "ZWorker#3;gc",
        "XWorker#1;gc",
        "RuntimeWorker#0;gc",
        "ZRuntimeWorker#12;gc",
        "ZUncommitter#0;gc",
        "ZStat;gc",
        "Shenandoah GC Threads#1;gc",
        "C1 CompilerThread0;jit",
        "C2 CompilerThread12;jit",
        "Sweeper thread;jit",
        "VM Thread;vm",
        "VM Periodic Task Thread;vm",
        "DestroyJavaVM;vm",
        "Cleaner-0;vm",
        "main;worker",
        "qtp123456-42;worker",
        "qtp123456-42-acceptor-0@2f-ServerConnector@1{HTTP/1.1};acceptor",
        "Connector-Scheduler-482bce4f-1;vm",
        "XNIO-1 I/O-2;event-loop",
        "XNIO-1 task-2;worker"
      })
  void wellKnownThreadsHaveTheRoleThatAReaderExpects(String name, String role) {
    assertThat(ROLES.of(name)).isEqualTo(role);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "http-nio-8080-e;worker",
        "http-nio-8080-P;poller",
        "http-nio-8080-A;acceptor",
        "reactor-http-ep;event-loop",
        "C2 CompilerThre;jit",
        "JVMCI-native Co;jit",
        "RuntimeWorker#1;gc",
        "VirtualThread-u;vthread-poller",
        "DefaultDispatch;worker",
        "kafka-producer-;client",
        "VM Periodic Tas;vm",
        "ForkJoinPool-1-;other",
        "something of my;other"
      })
  void aCutNameHasARoleOnlyWhenItsBeginningLeavesNoDoubt(String beginning, String role) {
    assertThat(ROLES.of(beginning + ThreadRow.CUT)).isEqualTo(role);
  }

  @Test
  void rulesOfAFileComeFirst() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("mine"),
            """
            # mine
            batch;nightly work;(?:night|day);shift-\\d+
            worker;ours;main

            jit;moved;http-nio-.*
            """);
    Roles roles = ROLES.extendedBy(file);
    assertThat(roles.of("night;shift-3")).isEqualTo("batch");
    assertThat(roles.of("http-nio-8080-exec-1")).isEqualTo("jit");
    assertThat(roles.of("VM Thread")).isEqualTo("vm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"worker;only two cells", "worker;w;(", "Not A Role;w;x"})
  void aLineThatIsNoRuleIsRefusedWithItsPlace(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("bad"), "# first\n" + line + "\n");
    assertThatThrownBy(() -> ROLES.extendedBy(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bad:2: ");
  }
}

package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.Workload;

/** Asks echo, on the event loop of who asks; no thread waits. */
final class EchoClient {
  private final ConnectionPool.OfLoop connections;

  EchoClient(ConnectionPool.OfLoop connections) {
    this.connections = connections;
  }

  /** The calls that a workload asks for; the reply is that of the last. */
  void ask(Workload work, Reply reply) {
    if (work.calls() == 1) {
      connections.ask(reply);
    } else if (work.parallel()) {
      concurrently(work.calls(), reply);
    } else {
      inSequence(work.calls(), reply);
    }
  }

  private void inSequence(int calls, Reply reply) {
    connections.ask(
        new Reply() {
          @Override
          public void answered(String body) {
            if (calls == 1) {
              reply.answered(body);
            } else {
              inSequence(calls - 1, reply);
            }
          }

          @Override
          public void failed(EchoFailure failure) {
            reply.failed(failure);
          }
        });
  }

  /** Waits for all, also when one has failed: of two that fail at one moment, one is reported. */
  private void concurrently(int calls, Reply reply) {
    Reply joined =
        new Reply() {
          private int left = calls;
          private EchoFailure failure;

          @Override
          public void answered(String body) {
            if (--left == 0) {
              end(body);
            }
          }

          @Override
          public void failed(EchoFailure reason) {
            failure = reason;
            answered("");
          }

          private void end(String body) {
            if (failure == null) {
              reply.answered(body);
            } else {
              reply.failed(failure);
            }
          }
        };
    for (int call = 0; call < calls; call++) {
      connections.ask(joined);
    }
  }
}

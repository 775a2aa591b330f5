package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.Workload;

/** Asks echo on the event loop of the caller; no thread waits. */
record EchoClient(ConnectionPool.OfLoop connections) {

  /** The calls that a workload asks for; the reply is that of the last. */
  void ask(Workload work, Reply reply) {
    if (work.calls() == 1) {
      connections.ask(reply);
    } else if (work.parallel()) {
      Reply joined = new Joined(work.calls(), reply);
      for (int call = 0; call < work.calls(); call++) {
        connections.ask(joined);
      }
    } else {
      inSequence(work.calls(), reply);
    }
  }

  private void inSequence(int calls, Reply reply) {
    connections.ask((body, failure) -> {
      if (calls == 1 || failure != null) {
        reply.ended(body, failure);
      } else {
        inSequence(calls - 1, reply);
      }
    });
  }

  /** Waits for all, also when one has failed: of two that fail at one moment, one is reported. */
  private static final class Joined implements Reply {
    private final Reply reply;
    private int left;
    private EchoFailure failed;

    Joined(int calls, Reply reply) {
      left = calls;
      this.reply = reply;
    }

    @Override
    public void ended(String body, EchoFailure failure) {
      failed = failure == null ? failed : failure;
      if (--left == 0) {
        reply.ended(failed == null ? body : null, failed);
      }
    }
  }
}

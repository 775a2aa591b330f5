package dev.tierbench.floor.netty;

import dev.tierbench.server.EchoFailure;
import dev.tierbench.server.Workload;

/** Asks echo on the event loop of the caller; no thread waits. */
record EchoClient(ConnectionPool.OfLoop connections) {

  /** The calls that a workload asks for; the reply is that of the last. */
  void ask(Workload work, Reply reply) {
    if (work.calls() == 1) {
      ask(work.depth(), reply);
    } else if (work.parallel()) {
      Reply joined = new Joined(work.calls(), reply);
      for (int call = 0; call < work.calls(); call++) {
        ask(work.depth(), joined);
      }
    } else {
      inSequence(work, work.calls(), reply);
    }
  }

  private void inSequence(Workload work, int calls, Reply reply) {
    ask(
        work.depth(),
        (body, failure) -> {
          if (calls == 1 || failure != null) {
            reply.ended(body, failure);
          } else {
            inSequence(work, calls - 1, reply);
          }
        });
  }

  /** Asks with so many callbacks around the reply, which the call keeps until it is answered. */
  private void ask(int depth, Reply reply) {
    Reply around = reply;
    for (int callback = 0; callback < depth; callback++) {
      around = new Around(around);
    }
    connections.ask(around);
  }

  /** Passes the end of a call on. */
  private record Around(Reply reply) implements Reply {
    @Override
    public void ended(String body, EchoFailure failure) {
      reply.ended(body, failure);
    }
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

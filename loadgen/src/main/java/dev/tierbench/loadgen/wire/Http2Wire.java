package dev.tierbench.loadgen.wire;

import dev.tierbench.loadgen.http.Answer;
import io.netty.bootstrap.Bootstrap;
import io.netty.util.concurrent.Future;
import java.util.Optional;
import java.util.function.Consumer;

/** HTTP/2: one request at a time, each on a stream of its own. */
final class Http2Wire implements Wire, Answer {

  private static final int FIRST_FINAL_STATUS = 200;

  private final WireListener listener;
  private final Http2Streams streams;
  private Http2Link link;
  private int stream;
  private int status;
  private boolean complete;

  /** Why the server reset the stream, when it did. */
  private Optional<String> reset = Optional.empty();

  Http2Wire(WireListener listener, Http2Streams streams) {
    this.listener = listener;
    this.streams = streams;
  }

  @Override
  public void connect(Bootstrap bootstrap, Consumer<Future<?>> done) {
    streams.join(this, bootstrap, done);
  }

  /** The connection of the load whose requests it carries. */
  WireListener listener() {
    return listener;
  }

  /** Takes the TCP connection that carries it from now on. */
  void joined(Http2Link joined) {
    link = joined;
  }

  @Override
  public void send(boolean last) {
    link.send(this);
  }

  /** The request is under way on that stream. */
  void sent(int id) {
    stream = id;
  }

  /** The stream of the request under way; 0 without one. */
  int stream() {
    return stream;
  }

  /**
   * A head has come, of which the bytes are not known; those before the final one say nothing, and
   * one after it is a trailer.
   */
  void head(int code) {
    listener.received(0);
    if (code >= FIRST_FINAL_STATUS && status == 0) {
      status = code;
    }
  }

  /** Part of the body has come. */
  void body(byte[] bytes, int length) {
    listener.received(length);
    listener.expectedBody().accept(bytes, 0, length);
  }

  /** The server has sent all of the response. */
  void answered() {
    complete = true;
  }

  /** Whether it has. */
  boolean isAnswered() {
    return complete;
  }

  /** The server ends the stream early, or no longer wants the rest of a request. */
  void resetBy(String reason) {
    reset = Optional.of(reason);
  }

  /** The stream of the request has ended. */
  void streamClosed(String reason) {
    stream = 0;
    if (!complete) {
      listener.ended(reset.orElse(reason), false);
    } else if (status == 0) {
      listener.broken("a response without a status");
    } else {
      listener.completed();
    }
  }

  @Override
  public Answer answer() {
    return this;
  }

  @Override
  public long connectedNanos() {
    return link.connectedNanos();
  }

  /** The settings that both sides exchange. */
  @Override
  public boolean hasHandshake() {
    return true;
  }

  /** What the server does not take of a request that it has answered is cancelled. */
  @Override
  public boolean isSent() {
    return true;
  }

  @Override
  public Object carrier() {
    return link;
  }

  @Override
  public void drop() {
    link.leave(this);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public boolean keepAlive() {
    return link.takesStreams();
  }

  /** HTTP/2 says where a response ends. */
  @Override
  public boolean closed() {
    return false;
  }

  @Override
  public String position() {
    if (complete) {
      return "after a response";
    }
    return status == 0 ? "before a response" : "inside the response body";
  }

  @Override
  public void reset() {
    status = 0;
    complete = false;
    reset = Optional.empty();
  }
}

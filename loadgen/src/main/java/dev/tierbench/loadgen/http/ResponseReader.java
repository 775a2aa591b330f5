package dev.tierbench.loadgen.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads HTTP/1.x responses out of bytes that may be split anywhere (RFC 9112): content-length,
 * chunked, close-delimited, bodiless and interim ones. One reader serves one connection and is
 * reused from response to response without allocation. Longer than its siblings because it is the
 * hot loop: a head that arrives whole is read in place.
 */
public final class ResponseReader implements Answer {

  /** The longest head, chunk line or trailer section that is accepted. */
  static final int MAX_HEAD_BYTES = 64 * 1024;

  private static final String HEAD_NAME = "response head";
  private static final int MAX_INTERIM = 16;
  private static final int MAX_LENGTH_DIGITS = 18;
  private static final int MAX_CHUNK_DIGITS = 15;

  private enum State {
    HEAD,
    LENGTH_BODY,
    CLOSE_BODY,
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILER,
    DONE
  }

  /** Consumer of the body; its own object because most runs compare nothing. */
  public interface BodySink {
    void accept(byte[] bytes, int from, int to);
  }

  private final BodySink body;
  private final boolean ofHead;
  private final Head head = new Head();
  private State state = State.HEAD;
  private byte[] partial = new byte[0];
  private int partialLength;
  private long remaining;
  private int trailerBytes;
  private int interim;
  private int status;
  private boolean keepAlive;

  /**
   * Creates a reader of the responses of one connection.
   *
   * @param ofHead whether the responses answer HEAD, so that they end with their heads
   */
  public ResponseReader(BodySink body, boolean ofHead) {
    this.body = body;
    this.ofHead = ofHead;
  }

  @Override
  public void reset() {
    state = State.HEAD;
    partialLength = 0;
    trailerBytes = 0;
    interim = 0;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public boolean keepAlive() {
    return keepAlive;
  }

  @Override
  public String position() {
    return switch (state) {
      case HEAD -> partialLength == 0 ? "before a response" : "inside the response head";
      case LENGTH_BODY, CLOSE_BODY, CHUNK_SIZE, CHUNK_DATA, CHUNK_END, TRAILER ->
          "inside the response body";
      case DONE -> "after a response";
    };
  }

  /**
   * Reads the next bytes of the connection.
   *
   * @return true when they completed the response
   * @throws BadResponseException when they cannot belong to a response, or run past its end
   */
  public boolean feed(byte[] bytes, int from, int to) throws BadResponseException {
    int at = from;
    while (at < to && state != State.DONE) {
      at =
          switch (state) {
            case HEAD -> head(bytes, at, to);
            case LENGTH_BODY, CHUNK_DATA -> data(bytes, at, to);
            case CLOSE_BODY -> {
              body.accept(bytes, at, to);
              yield to;
            }
            case CHUNK_SIZE, CHUNK_END, TRAILER -> line(bytes, at, to);
            case DONE -> throw new AssertionError("unreachable");
          };
    }
    if (at < to) {
      throw new BadResponseException((to - at) + " bytes after the end of the response");
    }
    return state == State.DONE;
  }

  @Override
  public boolean closed() {
    if (state != State.CLOSE_BODY) {
      return false;
    }
    state = State.DONE;
    return true;
  }

  private int head(byte[] bytes, int from, int to) throws BadResponseException {
    if (partialLength == 0) {
      int end = head.parse(bytes, from, to);
      if (end < 0) {
        Head.requireHttp(bytes, from, to);
        keep(bytes, from, to, HEAD_NAME);
        return to;
      }
      if (end - from > MAX_HEAD_BYTES) {
        throw tooLarge(HEAD_NAME);
      }
      headDone();
      return end;
    }
    int before = partialLength;
    // A body may follow at once, and is not to be kept.
    int most = from + Math.min(to - from, MAX_HEAD_BYTES - before);
    keep(bytes, from, most, HEAD_NAME);
    // Without a further line the head is the same as before: a long one in small parts costs
    // little.
    boolean hasLine = Head.lineEnd(bytes, from, most) >= 0;
    int end = hasLine ? head.parse(partial, 0, partialLength) : -1;
    if (end < 0) {
      Head.requireHttp(partial, 0, partialLength);
      keep(bytes, most, to, HEAD_NAME);
      return to;
    }
    partialLength = 0;
    headDone();
    return from + (end - before);
  }

  /** Keeps bytes until the rest of their head or line has come. */
  private void keep(byte[] bytes, int from, int to, String what) throws BadResponseException {
    int length = to - from;
    if (partialLength + length > MAX_HEAD_BYTES) {
      throw tooLarge(what);
    }
    if (partial.length < partialLength + length) {
      partial = Arrays.copyOf(partial, Math.max(2 * partial.length, partialLength + length));
    }
    System.arraycopy(bytes, from, partial, partialLength, length);
    partialLength += length;
  }

  private static BadResponseException tooLarge(String what) {
    return new BadResponseException(what + " larger than " + MAX_HEAD_BYTES / 1024 + " KiB");
  }

  private void headDone() throws BadResponseException {
    if (head.status < 200) {
      if (head.status == 101) {
        throw new BadResponseException("the server switched protocols");
      }
      if (++interim > MAX_INTERIM) {
        throw new BadResponseException("more than " + MAX_INTERIM + " interim responses");
      }
      return;
    }
    status = head.status;
    keepAlive = head.keepAlive;
    if (ofHead || status == 204 || status == 304) {
      state = State.DONE;
    } else if (head.chunked) {
      state = State.CHUNK_SIZE;
    } else if (head.contentLength >= 0) {
      remaining = head.contentLength;
      state = remaining == 0 ? State.DONE : State.LENGTH_BODY;
    } else {
      keepAlive = false;
      state = State.CLOSE_BODY;
    }
  }

  private int data(byte[] bytes, int from, int to) {
    int length = (int) Math.min(remaining, to - from);
    body.accept(bytes, from, from + length);
    remaining -= length;
    if (remaining == 0) {
      state = state == State.CHUNK_DATA ? State.CHUNK_END : State.DONE;
    }
    return from + length;
  }

  /** One line of the chunked coding, which may arrive in parts. */
  private int line(byte[] bytes, int from, int to) throws BadResponseException {
    int end = from;
    while (end < to && bytes[end] != '\n') {
      end++;
    }
    if (end == to || partialLength > 0) {
      keep(bytes, from, Math.min(end + 1, to), "chunk line");
    }
    if (end == to) {
      return to;
    }
    if (end - from >= MAX_HEAD_BYTES) {
      throw tooLarge("chunk line");
    }
    if (partialLength > 0) {
      chunkLine(partial, 0, Head.trimEnd(partial, 0, partialLength));
      partialLength = 0;
    } else {
      chunkLine(bytes, from, Head.trimEnd(bytes, from, end + 1));
    }
    return end + 1;
  }

  private void chunkLine(byte[] bytes, int from, int to) throws BadResponseException {
    switch (state) {
      case CHUNK_SIZE -> {
        remaining = chunkSize(bytes, from, to);
        state = remaining == 0 ? State.TRAILER : State.CHUNK_DATA;
      }
      case CHUNK_END -> {
        if (from != to) {
          throw new BadResponseException("a chunk runs past its stated size");
        }
        state = State.CHUNK_SIZE;
      }
      case TRAILER -> {
        trailerBytes += to - from;
        if (trailerBytes > MAX_HEAD_BYTES) {
          throw tooLarge("trailer section");
        }
        if (from == to) {
          state = State.DONE;
        }
      }
      case HEAD, LENGTH_BODY, CLOSE_BODY, CHUNK_DATA, DONE ->
          throw new AssertionError("no line in " + state);
    }
  }

  private static long chunkSize(byte[] bytes, int from, int to) throws BadResponseException {
    long size = 0;
    int at = from;
    for (; at < to && bytes[at] != ';' && bytes[at] != ' '; at++) {
      int digit = Character.digit(bytes[at], 16);
      if (digit < 0 || at - from >= MAX_CHUNK_DIGITS) {
        throw new BadResponseException(
            "chunk size is not a hexadecimal number: " + text(bytes, from, to));
      }
      size = size * 16 + digit;
    }
    if (at == from) {
      throw new BadResponseException("chunk size is missing");
    }
    return size;
  }

  static long contentLength(byte[] bytes, int from, int to) throws BadResponseException {
    long length = 0;
    for (int at = from; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9 || at - from >= MAX_LENGTH_DIGITS) {
        throw new BadResponseException("content-length is not a number: " + text(bytes, from, to));
      }
      length = length * 10 + digit;
    }
    if (from == to) {
      throw new BadResponseException("content-length is empty");
    }
    return length;
  }

  /** Returns the first 40 bytes as printable text, for messages. */
  public static String text(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, Math.min(to - from, 40), StandardCharsets.ISO_8859_1);
    return "'" + text.replaceAll("[^ -~]", ".") + "'";
  }
}

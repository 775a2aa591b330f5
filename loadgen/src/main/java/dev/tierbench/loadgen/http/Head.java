package dev.tierbench.loadgen.http;

/** The head of one response: its status line and the three headers that decide the framing. */
final class Head {

  private static final byte[] HTTP = {'H', 'T', 'T', 'P', '/', '1', '.'};
  private static final byte[] CONTENT_LENGTH = lower("content-length");
  private static final byte[] TRANSFER_ENCODING = lower("transfer-encoding");
  private static final byte[] CONNECTION = lower("connection");
  private static final byte[] CHUNKED = lower("chunked");
  private static final byte[] CLOSE = lower("close");
  private static final byte[] KEEP_ALIVE = lower("keep-alive");
  private static final int STATUS_FROM = 9;
  private static final int STATUS_TO = 12;

  int status;
  long contentLength;
  boolean chunked;
  boolean keepAlive;

  /** Whether a field has said {@code close}, which no other field takes back. */
  private boolean closes;

  /**
   * Parses a head.
   *
   * @return the index behind its empty line, or -1 when the bytes end before it
   * @throws BadResponseException when the bytes are no HTTP/1.x head
   */
  int parse(byte[] bytes, int from, int to) throws BadResponseException {
    int end = lineEnd(bytes, from, to);
    if (end < 0) {
      return -1;
    }
    statusLine(bytes, from, trimEnd(bytes, from, end));
    for (int at = end; ; at = end) {
      end = lineEnd(bytes, at, to);
      if (end < 0) {
        return -1;
      }
      int trimmed = trimEnd(bytes, at, end);
      if (trimmed == at) {
        return end;
      }
      header(bytes, at, trimmed);
    }
  }

  /** Fails early on bytes that cannot become a response, before the rest has come. */
  static void requireHttp(byte[] bytes, int from, int to) throws BadResponseException {
    for (int i = 0; i < HTTP.length && from + i < to; i++) {
      if (bytes[from + i] != HTTP[i]) {
        throw new BadResponseException(
            "not HTTP/1: starts with " + ResponseReader.text(bytes, from, to));
      }
    }
  }

  private void statusLine(byte[] bytes, int from, int to) throws BadResponseException {
    requireHttp(bytes, from, to);
    boolean valid =
        isSpace(bytes, from + STATUS_FROM - 1, to) && isSpace(bytes, from + STATUS_TO, to);
    int code = 0;
    for (int at = from + STATUS_FROM; at < from + STATUS_TO; at++) {
      int digit = at < to ? bytes[at] - '0' : -1;
      valid &= digit >= 0 && digit <= 9;
      code = code * 10 + digit;
    }
    if (!valid || code < 100) {
      throw new BadResponseException("no status in " + ResponseReader.text(bytes, from, to));
    }
    status = code;
    contentLength = -1;
    chunked = false;
    keepAlive = bytes[from + HTTP.length] != '0';
    closes = false;
  }

  /** The end of the line will do: some servers leave the reason and its space out. */
  private static boolean isSpace(byte[] bytes, int at, int to) {
    return at >= to || bytes[at] == ' ';
  }

  private void header(byte[] bytes, int from, int to) throws BadResponseException {
    switch (bytes[from] | 0x20) {
      case 'c' -> {
        if (isNamed(bytes, from, to, CONTENT_LENGTH)) {
          contentLength(bytes, valueStart(bytes, from + CONTENT_LENGTH.length + 1, to), to);
        } else if (isNamed(bytes, from, to, CONNECTION)) {
          int value = from + CONNECTION.length + 1;
          closes |= contains(bytes, value, to, CLOSE);
          keepAlive = !closes && (keepAlive || contains(bytes, value, to, KEEP_ALIVE));
        }
      }
      case 't' -> {
        if (isNamed(bytes, from, to, TRANSFER_ENCODING)) {
          if (!contains(bytes, from + TRANSFER_ENCODING.length + 1, to, CHUNKED)) {
            throw new BadResponseException("unknown " + ResponseReader.text(bytes, from, to));
          }
          chunked = true;
        }
      }
      default -> {
        // Every other header leaves the framing alone.
      }
    }
  }

  private void contentLength(byte[] bytes, int from, int to) throws BadResponseException {
    long length = ResponseReader.contentLength(bytes, from, valueEnd(bytes, from, to));
    if (contentLength >= 0 && contentLength != length) {
      throw new BadResponseException("two different content-lengths");
    }
    contentLength = length;
  }

  /** Index behind the next LF, or -1. */
  static int lineEnd(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == '\n') {
        return at + 1;
      }
    }
    return -1;
  }

  /** The end of a line without its LF and the CR before it. */
  static int trimEnd(byte[] bytes, int from, int to) {
    int end = to;
    if (end > from && bytes[end - 1] == '\n') {
      end--;
    }
    if (end > from && bytes[end - 1] == '\r') {
      end--;
    }
    return end;
  }

  private static int valueEnd(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t')) {
      end--;
    }
    return end;
  }

  private static int valueStart(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
    return at;
  }

  private static boolean isNamed(byte[] bytes, int from, int to, byte[] name) {
    return to - from > name.length
        && bytes[from + name.length] == ':'
        && matches(bytes, from, name);
  }

  private static boolean contains(byte[] bytes, int from, int to, byte[] word) {
    for (int at = from; at <= to - word.length; at++) {
      if (matches(bytes, at, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(byte[] bytes, int from, byte[] word) {
    for (int i = 0; i < word.length; i++) {
      if (asciiLower(bytes[from + i]) != word[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte asciiLower(byte b) {
    return b >= 'A' && b <= 'Z' ? (byte) (b + ('a' - 'A')) : b;
  }

  private static byte[] lower(String word) {
    return word.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }
}

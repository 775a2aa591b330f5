package dev.tierbench.loadgen.http;

/** How far the response to the present request has come. */
public interface Answer {

  /** Returns the status of the complete response. */
  int status();

  /** Returns whether another request may follow the complete response. */
  boolean keepAlive();

  /**
   * Records that the peer closed the connection; returns whether that is the proper end of the
   * response.
   */
  boolean closed();

  /** Describes how far it has come, for the message when the connection ends there. */
  String position();

  /** Makes it ready for the next response. */
  void reset();
}

package dev.tierbench.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@link ResponseReader} costs beside Netty's decoder: both read the same bytes in turn in one
 * JVM. Run by {@code benchmarks/response-reader.sh}; its name keeps it out of the tests.
 */
class ResponseReaderBenchmark {

  private static final int RESPONSES = 1_000_000;
  private static final int WARM_UP = 4;
  private static final int ROUNDS = 11;

  /** Counts complete responses and takes from each what the load generator needs. */
  private abstract static class Counter extends ChannelInboundHandlerAdapter {
    long answered;
    long statuses;

    void answered(int status, boolean keepAlive) {
      answered++;
      statuses += keepAlive ? status : 0;
    }
  }

  private static final class Ours extends Counter {
    private final ResponseReader reader = new ResponseReader((bytes, from, to) -> {}, false);
    private final byte[] scratch = new byte[64 * 1024];

    @Override
    public void channelRead(ChannelHandlerContext context, Object message)
        throws BadResponseException {
      ByteBuf bytes = (ByteBuf) message;
      int length = bytes.readableBytes();
      bytes.readBytes(scratch, 0, length);
      bytes.release();
      if (reader.feed(scratch, 0, length)) {
        answered(reader.status(), reader.keepAlive());
        reader.reset();
      }
    }
  }

  private static final class Netty extends Counter {
    private int status;
    private boolean keepAlive;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpResponse response) {
        status = response.status().code();
        keepAlive = HttpUtil.isKeepAlive(response);
      }
      if (message instanceof LastHttpContent) {
        answered(status, keepAlive);
      }
      ReferenceCountUtil.release(message);
    }
  }

  private record Cost(double nanos, double bytes) {}

  @ParameterizedTest
  @CsvSource({
    "content-length, 'Content-Length: 5\r\nDate: Sun, 22 Nov 2026 03:07:14 GMT\r\n\r\necho\n'",
    "chunked, 'transfer-encoding: chunked\r\n\r\n5\r\necho\n\r\n0\r\n\r\n'"
  })
  void bothReadTheSameBytes(String form, String rest) throws Exception {
    ByteBuf response =
        Unpooled.directBuffer()
            .writeBytes(
                ("HTTP/1.1 200 OK\r\nContent-Type: text/plain;charset=UTF-8\r\n" + rest)
                    .getBytes(StandardCharsets.US_ASCII));
    Ours ours = new Ours();
    Netty netty = new Netty();
    EmbeddedChannel reader = channel(ours);
    EmbeddedChannel decoder = channel(new HttpResponseDecoder(), netty);
    Cost[] ofReader = new Cost[ROUNDS];
    Cost[] ofDecoder = new Cost[ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      Cost one = read(reader, response);
      Cost other = read(decoder, response);
      if (round >= 0) {
        ofReader[round] = one;
        ofDecoder[round] = other;
      }
    }
    assertThat(ours.answered).isEqualTo((long) (WARM_UP + ROUNDS) * RESPONSES);
    assertThat(ours.statuses).isEqualTo(200 * ours.answered).isEqualTo(netty.statuses);
    print(form, median(ofReader), median(ofDecoder));
  }

  private static EmbeddedChannel channel(ChannelHandler... handlers) {
    return new EmbeddedChannel(handlers);
  }

  private static Cost read(EmbeddedChannel channel, ByteBuf response) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    for (int i = 0; i < RESPONSES; i++) {
      channel.pipeline().fireChannelRead(response.retainedDuplicate());
    }
    double nanos = System.nanoTime() - start;
    return new Cost(
        nanos / RESPONSES, (double) (threads.getCurrentThreadAllocatedBytes() - bytes) / RESPONSES);
  }

  private static Cost median(Cost[] costs) {
    return new Cost(
        Arrays.stream(costs).mapToDouble(Cost::nanos).sorted().toArray()[ROUNDS / 2],
        Arrays.stream(costs).mapToDouble(Cost::bytes).sorted().toArray()[ROUNDS / 2]);
  }

  private static void print(String form, Cost reader, Cost decoder) {
    System.out.printf(
        Locale.ROOT,
        "%s: reader %.0f ns and %.0f B, Netty's decoder %.0f ns and %.0f B a response;"
            + " reader/decoder %.2f%n",
        form,
        reader.nanos(),
        reader.bytes(),
        decoder.nanos(),
        decoder.bytes(),
        reader.nanos() / decoder.nanos());
  }
}

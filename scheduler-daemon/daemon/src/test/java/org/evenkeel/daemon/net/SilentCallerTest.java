package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever connects and says nothing, by a clock that the test moves. */
class SilentCallerTest {
    private static final long LIMIT = WireLimits.HANDSHAKE_TIMEOUT_MILLIS;

    private final EmbeddedChannel channel = new EmbeddedChannel();

    private void call() {
        channel.freezeTime();
        SharedLimits sharedLimits = SharedLimits.of(Runtime.getRuntime().maxMemory());
        ListenerHandshake.Limits limits =
                new ListenerHandshake.Limits(
                        new HandshakeLimiter(1), LIMIT, sharedLimits, null, false);
        channel.pipeline()
                .addLast(new FrameDecoder(sharedLimits.begun(), sharedLimits.bufferPool()));
        ListenerHandshake handshake =
                new ListenerHandshake(
                        new FuzzAuthenticator(),
                        new EventLoopTurn(channel.eventLoop()),
                        limits,
                        null);
        channel.pipeline().addLast(handshake);
        handshake.channelActive(channel.pipeline().context(handshake));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    private Frame said() throws Exception {
        ByteBuf frame = channel.readOutbound();
        byte[] bytes = new byte[frame.skipBytes(WireLimits.LENGTH_BYTES).readableBytes()];
        frame.readBytes(bytes).release();
        return Frame.parseFrom(bytes);
    }

    @Test
    void isCutOffAfterTheLimitAndNotBefore() throws Exception {
        call();
        assertThat(said().hasChallenge()).isTrue();
        pass(LIMIT - 1);
        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.<Object>readOutbound()).isNull();
        pass(1);
        assertThat(said().getRefused().getReason()).isEqualTo(Authenticator.TOO_LONG);
        assertThat(channel.isOpen()).isFalse();
    }
}

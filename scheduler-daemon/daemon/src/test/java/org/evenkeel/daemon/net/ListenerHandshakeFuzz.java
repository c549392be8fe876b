package org.evenkeel.daemon.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.ProofOfPossession;
import org.evenkeel.testing.fuzz.Chunks;
import org.evenkeel.testing.fuzz.FuzzTarget;
import org.evenkeel.wire.HandshakeMac;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Join;

/**
 * What somebody says before it is known. Of the first byte, 1 stands for a caller over TLS without
 * a certificate, who may join; 2 for proofs that are made right, so that what they prove is tried.
 * Without them nobody comes in.
 */
public final class ListenerHandshakeFuzz implements FuzzTarget {

    private static final int OVER_TLS = 1;
    private static final int PROVEN = 2;

    private final KeyPair keys = Keys.generate(new SecureRandom());
    private final SharedLimits sharedLimits = SharedLimits.of(Runtime.getRuntime().maxMemory());
    private final FuzzAuthenticator authenticator = new FuzzAuthenticator();
    private final Tls tls = authenticator.tls(InstantSource.system());

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of();
    }

    @Override
    public long freeBytes() {
        return 4 << 20;
    }

    @Override
    public void feed(byte[] input) throws Exception {
        if (input.length == 0) {
            return;
        }
        boolean overTls = (input[0] & OVER_TLS) != 0;
        boolean proven = (input[0] & PROVEN) != 0;
        authenticator.clear();
        EmbeddedChannel channel = open(overTls ? tls : null);
        byte[] nonce = nonce(channel);
        for (byte[] chunk : Chunks.of(Arrays.copyOfRange(input, 1, input.length))) {
            if (!channel.isOpen()) {
                break;
            }
            byte[] said = proven ? proven(chunk, nonce) : chunk;
            channel.writeInbound(
                    Unpooled.buffer(WireLimits.LENGTH_BYTES + said.length)
                            .writeInt(said.length)
                            .writeBytes(said));
        }
        channel.finishAndReleaseAll();
        channel.checkException();
        assertTrue(proven || !authenticator.hasAdmitted(), "somebody came in without a proof");
    }

    private EmbeddedChannel open(Tls transport) {
        EmbeddedChannel channel =
                new EmbeddedChannel(
                        new ProtocolDetector(sharedLimits.refusals()),
                        new FrameDecoder(sharedLimits.begun(), sharedLimits.bufferPool()));
        ListenerHandshake handshake =
                new ListenerHandshake(
                        authenticator,
                        new EventLoopTurn(channel.eventLoop()),
                        new ListenerHandshake.Limits(
                                new HandshakeLimiter(1),
                                WireLimits.HANDSHAKE_TIMEOUT_MILLIS,
                                sharedLimits,
                                null,
                                false),
                        transport);
        channel.pipeline().addLast(handshake);
        if (transport != null) {
            // Behind the handshake, where no byte reaches it: it is only asked who called.
            channel.pipeline().addLast(transport.server(channel));
        }
        handshake.channelActive(channel.pipeline().context(handshake));
        if (transport != null) {
            channel.pipeline().fireUserEventTriggered(SslHandshakeCompletionEvent.SUCCESS);
        }
        return channel;
    }

    private static byte[] nonce(EmbeddedChannel channel) throws InvalidProtocolBufferException {
        ByteBuf challenge = channel.readOutbound();
        byte[] bytes = new byte[challenge.skipBytes(WireLimits.LENGTH_BYTES).readableBytes()];
        challenge.readBytes(bytes).release();
        return Frame.parseFrom(bytes).getChallenge().getNonce().toByteArray();
    }

    private byte[] proven(byte[] said, byte[] nonce) throws IdentityException {
        Frame frame;
        try {
            frame = Frame.parseFrom(said);
        } catch (InvalidProtocolBufferException e) {
            return said;
        }
        return switch (frame.getBodyCase()) {
            case HELLO ->
                    Frame.newBuilder()
                            .setHello(proven(frame.getHello(), nonce))
                            .build()
                            .toByteArray();
            case JOIN ->
                    Frame.newBuilder()
                            .setJoin(proven(frame.getJoin(), nonce))
                            .build()
                            .toByteArray();
            default -> said;
        };
    }

    private static Hello proven(Hello hello, byte[] nonce) {
        byte[] mac =
                HandshakeMac.hello(
                        FuzzAuthenticator.SECRET,
                        nonce,
                        hello.getNonce().toByteArray(),
                        hello.getRoleValue());
        return hello.toBuilder().setMac(ByteString.copyFrom(mac)).build();
    }

    private Join proven(Join join, byte[] nonce) throws IdentityException {
        byte[] key = keys.getPublic().getEncoded();
        Join.Builder out = join.toBuilder().setPublicKey(ByteString.copyFrom(key));
        try {
            byte[] signature =
                    new ProofOfPossession(join.getToken(), nonce, key).sign(keys.getPrivate());
            return out.setSignature(ByteString.copyFrom(signature)).build();
        } catch (IdentityException e) {
            return out.build(); // its token is none
        }
    }
}

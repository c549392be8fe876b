package org.evenkeel.daemon.net;

import com.google.protobuf.ByteString;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import java.security.SecureRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.evenkeel.identity.IdentityException;
import org.evenkeel.tls.ClusterTls;
import org.evenkeel.wire.HandshakeMac;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon's side of the handshake when it connects to a peer. */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write that fails closes the channel, which is heard
final class SpeakerHandshake extends SimpleChannelInboundHandler<Inbound> {

    private static final Logger LOG = LoggerFactory.getLogger(SpeakerHandshake.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] secret;
    private final Hello.Builder hello;
    private final Turn turn;
    private final Outcome outcome;
    private final @Nullable Tls tls;
    private final Shared shared;
    private final byte[] nonce = new byte[WireLimits.NONCE_BYTES];
    private byte @Nullable [] listenerNonce;
    private @Nullable Future<?> timeout;
    private boolean over;

    /** What becomes of it; exactly one is called, once. */
    interface Outcome {
        LinkListener linked(Connection connection, Welcome welcome) throws WireException;

        void failed(String why);
    }

    /**
     * @param secret counts without TLS only
     */
    SpeakerHandshake(
            Secret secret, Hello.Builder hello, Turn turn, Shared shared, Outcome outcome) {
        super(Inbound.class, false);
        this.tls = secret.tls();
        this.secret = tls == null ? secret.token() : ClusterTls.handshakeSecret();
        this.hello = hello;
        this.turn = turn;
        this.shared = shared;
        this.outcome = outcome;
    }

    /** What both sides know, or the certificates that they show. */
    record Secret(byte[] token, @Nullable Tls tls) {}

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timeout =
                ctx.executor()
                        .schedule(
                                () -> fail(ctx, Door.TOO_LONG),
                                WireLimits.HANDSHAKE_TIMEOUT_MILLIS,
                                TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Inbound inbound) throws WireException {
        if (over) {
            return;
        }
        Frame frame = inbound.frame();
        switch (frame.getBodyCase()) {
            case CHALLENGE -> answer(ctx, frame.getChallenge());
            case WELCOME -> welcome(ctx, frame.getWelcome());
            case REFUSED -> fail(ctx, "refused: " + Connection.cut(frame.getRefused().getReason()));
            default -> fail(ctx, "unexpected " + frame.getBodyCase());
        }
    }

    private void answer(ChannelHandlerContext ctx, Challenge challenge) {
        if (!Software.speaks(challenge)) {
            giveUp(ctx, challenge);
            return;
        }
        if (listenerNonce != null || challenge.getNonce().size() != WireLimits.NONCE_BYTES) {
            fail(ctx, "a challenge that is none");
            return;
        }
        listenerNonce = challenge.getNonce().toByteArray();
        RANDOM.nextBytes(nonce);
        int role = hello.getRoleValue();
        byte[] mac = HandshakeMac.hello(secret, listenerNonce, nonce, role);
        hello.setVersion(Math.min(WireLimits.VERSION, challenge.getMaxVersion()))
                .setNonce(ByteString.copyFrom(nonce))
                .setMac(ByteString.copyFrom(mac));
        Software.sign(hello);
        ctx.writeAndFlush(
                ListenerHandshake.encode(ctx, Frame.newBuilder().setHello(hello).build()));
    }

    /** Says why to the listener too, so that whoever looks at either side reads it. */
    private void giveUp(ChannelHandlerContext ctx, Challenge challenge) {
        ctx.writeAndFlush(
                ListenerHandshake.encode(
                        ctx,
                        Frame.newBuilder()
                                .setRefused(
                                        Refused.newBuilder()
                                                .setReason(Software.givingUp(challenge)))
                                .build()));
        LOG.warn("no link with {}: {}", ctx.channel().remoteAddress(), Software.why(challenge));
        fail(ctx, Software.why(challenge));
    }

    private void welcome(ChannelHandlerContext ctx, Welcome welcome) throws WireException {
        byte[] theirs = listenerNonce;
        if (theirs == null
                || !HandshakeMac.matches(
                        HandshakeMac.welcome(secret, theirs, nonce, hello.getRoleValue()),
                        welcome.getMac().toByteArray())) {
            fail(ctx, "it does not know the secret");
            return;
        }
        Caller listener = listener(ctx);
        if (!listener.isNamed(welcome.getNode().getName())) {
            fail(ctx, listener + " says it is " + Connection.cut(welcome.getNode().getName()));
            return;
        }
        Connection connection =
                new Connection(
                        ctx.channel(),
                        turn,
                        Speaker.of(Role.PEER, listener, Software.of(welcome)),
                        Sockets.PEER_BACKLOG_BYTES,
                        shared.backlogs());
        if (tls != null) {
            tls.opened(connection);
        }
        LinkListener heard = outcome.linked(connection, welcome);
        over();
        ctx.pipeline()
                .get(FrameDecoder.class)
                .permit(FrameBounds.of(connection.speaker().permitted()));
        ctx.pipeline()
                .replace(this, "link", new ConnectionHandler(connection, heard, shared.unknown()));
    }

    private Caller listener(ChannelHandlerContext ctx) throws WireException {
        if (tls == null) {
            return new Caller.Local();
        }
        try {
            return tls.caller(ctx.pipeline().get(SslHandler.class));
        } catch (IdentityException e) {
            throw new WireException("certificate", e.reason());
        }
    }

    private void fail(ChannelHandlerContext ctx, String why) {
        if (!over) {
            over();
            outcome.failed(why);
        }
        ctx.close();
    }

    private void over() {
        over = true;
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail(ctx, "connection closed during the handshake");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(ctx, tls == null ? String.valueOf(cause.getMessage()) : TlsFailure.reason(cause));
    }
}

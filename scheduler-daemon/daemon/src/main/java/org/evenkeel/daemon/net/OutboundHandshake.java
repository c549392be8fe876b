package org.evenkeel.daemon.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.LinkSeals;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.SpeakerHandshake;
import org.evenkeel.wire.SpeakerProof;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon's side of the handshake when it connects to a peer. */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write that fails closes the channel, which is heard
final class OutboundHandshake extends SimpleChannelInboundHandler<Inbound> {

    private static final Logger LOG = LoggerFactory.getLogger(OutboundHandshake.class);

    private final SpeakerHandshake handshake;
    private final EventLoopTurn eventLoopTurn;
    private final Sockets.Dialled dialled;
    private final @Nullable Tls tls;
    private final SharedLimits sharedLimits;
    private @Nullable Future<?> timeout;
    private boolean over;

    /**
     * @param secret counts without TLS only
     */
    OutboundHandshake(
            Secret secret,
            Hello.Builder hello,
            EventLoopTurn eventLoopTurn,
            SharedLimits sharedLimits,
            Sockets.Dialled dialled) {
        super(Inbound.class, false);
        this.tls = secret.tls();
        SpeakerProof.Kind plain =
                secret.plain() ? SpeakerProof.Kind.SEALED_IF_POSSIBLE : SpeakerProof.Kind.SEALED;
        this.handshake =
                tls == null
                        ? new SpeakerHandshake(secret.token(), plain, hello)
                        : new SpeakerHandshake(
                                ClusterTls.handshakeSecret(), SpeakerProof.Kind.TRUSTED, hello);
        this.eventLoopTurn = eventLoopTurn;
        this.sharedLimits = sharedLimits;
        this.dialled = dialled;
    }

    /**
     * What both sides know, or the certificates that they show.
     *
     * @param plain whether a link without TLS need not be sealed
     */
    record Secret(byte[] token, @Nullable Tls tls, boolean plain) {}

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timeout =
                ctx.executor()
                        .schedule(
                                () -> fail(ctx, Authenticator.TOO_LONG),
                                WireLimits.HANDSHAKE_TIMEOUT_MILLIS,
                                TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Inbound inbound) throws WireException {
        if (over) {
            return;
        }
        try {
            Frame answer = handshake.receive(inbound.frame());
            if (answer == null) {
                welcome(ctx, handshake.welcome());
            } else {
                ctx.writeAndFlush(ListenerHandshake.encode(ctx, answer));
            }
        } catch (SpeakerHandshake.FailedException e) {
            Frame closingFrame = e.closingFrame();
            if (closingFrame != null) {
                ctx.writeAndFlush(ListenerHandshake.encode(ctx, closingFrame));
                LOG.warn("no link to {}: it {}", ctx.channel().remoteAddress(), e.getMessage());
            }
            fail(ctx, "it " + e.getMessage());
        }
    }

    private void welcome(ChannelHandlerContext ctx, Welcome welcome) throws WireException {
        TransportIdentity listener = listener(ctx);
        if (!listener.isNamed(welcome.getNode().getName())) {
            fail(
                    ctx,
                    "%s identifies itself as %s"
                            .formatted(listener, FrameConnection.cut(welcome.getNode().getName())));
            return;
        }
        FrameConnection frameConnection =
                new FrameConnection(
                        ctx.channel(),
                        eventLoopTurn,
                        AuthenticatedPeer.of(Role.PEER, listener, Software.of(welcome)),
                        Sockets.PEER_BACKLOG_BYTES,
                        sharedLimits.backlogs());
        if (tls != null) {
            tls.opened(frameConnection);
        }
        LinkListener heard = dialled.linked(frameConnection, welcome);
        LinkSeals seals = handshake.seals();
        ListenerHandshake.seal(
                ctx,
                seals == null ? null : seals.toSpeaker(),
                seals == null ? null : seals.toListener());
        over();
        ctx.pipeline()
                .get(FrameDecoder.class)
                .permit(FrameBounds.of(frameConnection.authenticatedPeer().permitted()));
        ctx.pipeline()
                .replace(
                        this,
                        "link",
                        new ConnectionHandler(frameConnection, heard, sharedLimits.unknown()));
    }

    private TransportIdentity listener(ChannelHandlerContext ctx) throws WireException {
        if (tls == null) {
            return new TransportIdentity.Local();
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
            dialled.failed(why, false);
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

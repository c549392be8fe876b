package org.evenkeel.daemon.net;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.security.SecureRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.evenkeel.tls.ClusterTls;
import org.evenkeel.wire.HandshakeMac;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Issued;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * The listener's side of the handshake, which speaks first: challenge, hello, welcome or refused.
 * Nothing else is heard before, and all of it takes at most {@link Limits#millis}.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write that fails closes the channel, which is heard
final class ListenerHandshake extends SimpleChannelInboundHandler<Inbound>
        implements HalfOpen.Guest {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Door door;
    private final Turn turn;
    private final Limits limits;
    private final @Nullable Tls tls;
    private final byte[] nonce = new byte[WireLimits.NONCE_BYTES];
    private @Nullable Future<?> timeout;
    private Caller caller = new Caller.Local();
    private @Nullable ChannelHandlerContext context;
    private boolean asked;
    private volatile boolean over; // written on the event loop

    /**
     * @param tls null where the other side shows that it knows a secret
     */
    ListenerHandshake(Door door, Turn turn, Limits limits, @Nullable Tls tls) {
        super(Inbound.class, false);
        this.door = door;
        this.turn = turn;
        this.limits = limits;
        this.tls = tls;
    }

    /**
     * Bounds of handshakes, shared by all of a listener's.
     *
     * @param halfOpen those under way
     * @param millis longest one
     * @param shared of all connections
     */
    record Limits(HalfOpen halfOpen, long millis, Shared shared) {}

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        limits.halfOpen().enter(this, ctx.channel().remoteAddress());
        timeout =
                ctx.executor()
                        .schedule(
                                () -> refuse(ctx, Door.TOO_LONG),
                                limits.millis(),
                                TimeUnit.MILLISECONDS);
        if (tls == null) {
            challenge(ctx);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (tls != null && !over && event instanceof SslHandshakeCompletionEvent completed) {
            if (completed.isSuccess()) {
                caller = tls.caller(ctx.pipeline().get(SslHandler.class));
                challenge(ctx);
            } else {
                over();
                String why = TlsFailure.reason(completed.cause());
                limits.shared().refusals().note(ctx.channel().remoteAddress(), why);
                door.refused(new Caller.Nameless(), Connection.address(ctx.channel()), why);
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    private void challenge(ChannelHandlerContext ctx) {
        RANDOM.nextBytes(nonce);
        Challenge challenge =
                Challenge.newBuilder()
                        .setMinVersion(WireLimits.MIN_VERSION)
                        .setMaxVersion(WireLimits.VERSION)
                        .setSoftware(Software.OWN.version())
                        .setNonce(ByteString.copyFrom(nonce))
                        .build();
        ctx.writeAndFlush(encode(ctx, Frame.newBuilder().setChallenge(challenge).build()));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Inbound inbound) throws WireException {
        if (over) {
            return;
        }
        Frame frame = inbound.frame();
        if (!asked && frame.hasRefused()) {
            givenUp(ctx, frame.getRefused());
            return;
        }
        if (asked || !Permissions.mayAsk(frame.getBodyCase(), caller)) {
            refuse(ctx, "expected a hello, not " + frame.getBodyCase() + " by " + caller);
            return;
        }
        asked = true;
        switch (frame.getBodyCase()) {
            case JOIN -> {
                if (speaks(ctx, frame.getJoin().getVersion(), Software.EARLIER)) {
                    door.registrar().join(frame.getJoin(), nonce, answerTo(ctx));
                }
            }
            case RENEW -> {
                if (speaks(ctx, frame.getRenew().getVersion(), Software.EARLIER)) {
                    door.registrar().renew(caller, answerTo(ctx));
                }
            }
            default -> hello(ctx, frame.getHello());
        }
    }

    /**
     * @param theirs version of the speaker
     */
    private boolean speaks(ChannelHandlerContext ctx, int protocol, String theirs) {
        boolean spoken = protocol >= WireLimits.MIN_VERSION && protocol <= WireLimits.VERSION;
        if (!spoken) {
            refuse(ctx, Software.whyRefused(theirs, protocol));
        }
        return spoken;
    }

    /** A speaker that found no protocol in the challenge says so, and both sides tell why. */
    private void givenUp(ChannelHandlerContext ctx, Refused refused) {
        refuse(ctx, "the other side gave up: " + Connection.cut(refused.getReason()));
    }

    private Registrar.Answer answerTo(ChannelHandlerContext ctx) {
        return new Registrar.Answer() {
            @Override
            public boolean isAwaited() {
                return !over;
            }

            @Override
            public void issued(Issued issued) {
                if (!over) {
                    over();
                    ctx.writeAndFlush(encode(ctx, Frame.newBuilder().setIssued(issued).build()))
                            .addListener(ChannelFutureListener.CLOSE);
                }
            }

            @Override
            public void refused(String why) {
                refuse(ctx, why);
            }

            @Override
            public String address() {
                return Connection.address(ctx.channel());
            }
        };
    }

    private void hello(ChannelHandlerContext ctx, Hello hello) throws WireException {
        if (!speaks(ctx, hello.getVersion(), Software.of(hello).version())) {
            return;
        }
        Role role = Role.of(hello.getRole());
        if (role == null) {
            refuse(ctx, "unknown role");
            return;
        }
        Speaker speaker = Speaker.of(role, caller, Software.of(hello));
        if (!speaker.mayEnter() || role == Role.WORKER && tls != null) {
            refuse(ctx, caller + " may not come in as " + role);
            return;
        }
        if (role == Role.PEER && !caller.isNamed(hello.getNode().getName())) {
            refuse(ctx, caller + " may not speak as " + Connection.cut(hello.getNode().getName()));
            return;
        }
        byte[] secret =
                tls == null ? door.secretOf(role, hello.getWorker()) : ClusterTls.handshakeSecret();
        if (secret == null || !proves(hello, secret)) {
            refuse(ctx, "wrong secret");
            return;
        }
        String full = limits.shared().crowd().whyNot(speaker);
        if (full != null) {
            refuse(ctx, full);
            return;
        }
        switch (door.admit(hello, speaker)) {
            case Door.Answer.Refuse no -> refuse(ctx, no.reason(), no.takenOver());
            case Door.Answer.Admit yes -> welcome(ctx, hello, new Admitted(secret, speaker, yes));
        }
    }

    private record Admitted(byte[] secret, Speaker speaker, Door.Answer.Admit terms) {}

    private boolean proves(Hello hello, byte[] secret) {
        return hello.getNonce().size() == WireLimits.NONCE_BYTES
                && HandshakeMac.matches(
                        HandshakeMac.hello(
                                secret,
                                nonce,
                                hello.getNonce().toByteArray(),
                                hello.getRoleValue()),
                        hello.getMac().toByteArray());
    }

    private void welcome(ChannelHandlerContext ctx, Hello hello, Admitted admitted) {
        over();
        Door.Answer.Admit terms = admitted.terms();
        byte[] mac =
                HandshakeMac.welcome(
                        admitted.secret(),
                        nonce,
                        hello.getNonce().toByteArray(),
                        hello.getRoleValue());
        Welcome welcome =
                Software.sign(terms.welcome())
                        .setVersion(hello.getVersion())
                        .setMac(ByteString.copyFrom(mac))
                        .build();
        ctx.writeAndFlush(encode(ctx, Frame.newBuilder().setWelcome(welcome).build()));
        ctx.pipeline().remove(FirstBytes.class);
        Speaker speaker = admitted.speaker();
        ctx.pipeline().get(FrameDecoder.class).permit(FrameBounds.of(speaker.permitted()));
        Connection connection =
                new Connection(
                        ctx.channel(),
                        turn,
                        speaker,
                        terms.maxBacklogBytes(),
                        limits.shared().backlogs());
        connection.whenClosed(limits.shared().crowd().enter(speaker));
        if (tls != null) {
            tls.opened(connection);
        }
        LinkListener listener = terms.attach().apply(connection);
        ctx.pipeline()
                .replace(
                        this,
                        "link",
                        new ConnectionHandler(connection, listener, limits.shared().unknown()));
    }

    private void refuse(ChannelHandlerContext ctx, String why) {
        refuse(ctx, why, false);
    }

    private void refuse(ChannelHandlerContext ctx, String why, boolean takenOver) {
        if (over) {
            return;
        }
        over();
        limits.shared().refusals().note(ctx.channel().remoteAddress(), why);
        door.refused(caller, Connection.address(ctx.channel()), why);
        Refused refused =
                Refused.newBuilder().setReason(Connection.cut(why)).setTakenOver(takenOver).build();
        ctx.writeAndFlush(encode(ctx, Frame.newBuilder().setRefused(refused).build()))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private void over() {
        over = true;
        limits.halfOpen().leave(this);
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    /** At once, and without a word: there may be a TLS handshake whose end it would wait for. */
    @Override
    public void evicted() {
        ChannelHandlerContext ctx = context;
        if (!over && ctx != null) {
            over();
            limits.shared()
                    .refusals()
                    .note(ctx.channel().remoteAddress(), "too many handshakes, it was the oldest");
            ctx.pipeline().firstContext().close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        over();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        refuse(ctx, String.valueOf(cause.getMessage()));
        if (!over) {
            ctx.close();
        }
    }

    static ByteBuf encode(ChannelHandlerContext ctx, Frame frame) {
        byte[] bytes = frame.toByteArray();
        return ctx.alloc()
                .buffer(WireLimits.LENGTH_BYTES + bytes.length)
                .writeInt(bytes.length)
                .writeBytes(bytes);
    }
}

package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.LinkSeals;
import org.evenkeel.wire.ListenerProof;
import org.evenkeel.wire.Seal;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
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
        implements HandshakeLimiter.Guest {

    /** A process between the two could have changed every word of it. */
    private static final String NOT_SEALED =
            "plain TCP links on this machine must be sealed, and this peer's older "
                    + "build cannot: connect through the Unix domain socket, or set "
                    + "--plain-loopback accept while such daemons run";

    private final Authenticator authenticator;
    private final EventLoopTurn eventLoopTurn;
    private final Limits limits;
    private final @Nullable Tls tls;
    private @Nullable Future<?> timeout;
    private TransportIdentity transportIdentity = new TransportIdentity.Local();
    private @Nullable UserPrincipal user;
    private @Nullable ListenerProof proof;
    private @Nullable ChannelHandlerContext context;
    private boolean asked;
    private volatile boolean over; // written on the event loop

    /**
     * @param tls null where the other side shows that it knows a secret
     */
    ListenerHandshake(
            Authenticator authenticator,
            EventLoopTurn eventLoopTurn,
            Limits limits,
            @Nullable Tls tls) {
        super(Inbound.class, false);
        this.authenticator = authenticator;
        this.eventLoopTurn = eventLoopTurn;
        this.limits = limits;
        this.tls = tls;
    }

    /**
     * Bounds of handshakes, shared by all of a listener's.
     *
     * @param handshakeLimiter those under way
     * @param millis longest one
     * @param sharedLimits of all connections
     * @param users who may come, by a Unix domain socket; null for TCP
     * @param plain whether a speaker over plain TCP need not seal
     */
    record Limits(
            HandshakeLimiter handshakeLimiter,
            long millis,
            SharedLimits sharedLimits,
            @Nullable LocalUsers users,
            boolean plain) {}

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        if (limits.users() == null) {
            limits.handshakeLimiter().enter(this, ctx.channel().remoteAddress());
        } else {
            user = LocalUsers.of(ctx.channel());
            limits.handshakeLimiter().enter(this, user == null ? "" : user);
        }
        timeout =
                ctx.executor()
                        .schedule(
                                () -> refuse(ctx, Authenticator.TOO_LONG),
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
                transportIdentity = tls.caller(ctx.pipeline().get(SslHandler.class));
                challenge(ctx);
            } else {
                over();
                String why = TlsFailure.reason(completed.cause());
                limits.sharedLimits().refusals().note(ctx.channel().remoteAddress(), why);
                authenticator.refused(
                        new TransportIdentity.Nameless(),
                        FrameConnection.address(ctx.channel()),
                        why);
            }
        }
        ctx.fireUserEventTriggered(event);
    }

    private void challenge(ChannelHandlerContext ctx) {
        ListenerProof made =
                new ListenerProof(ctx.pipeline().get(SealedRecordReader.class) != null);
        proof = made;
        ctx.writeAndFlush(encode(ctx, Frame.newBuilder().setChallenge(made.challenge()).build()));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Inbound inbound) throws WireException {
        ListenerProof made = proof;
        if (over || made == null) {
            return;
        }
        Frame frame = inbound.frame();
        if (!asked && frame.hasRefused()) {
            givenUp(ctx, frame.getRefused());
            return;
        }
        if (asked || !Permissions.mayAsk(frame.getBodyCase(), transportIdentity)) {
            refuse(
                    ctx,
                    "expected a hello, not " + frame.getBodyCase() + " by " + transportIdentity);
            return;
        }
        asked = true;
        switch (frame.getBodyCase()) {
            case JOIN -> {
                if (speaks(ctx, frame.getJoin().getVersion(), Software.EARLIER)) {
                    authenticator.registrar().join(frame.getJoin(), made.nonce(), answerTo(ctx));
                }
            }
            case RENEW -> {
                if (speaks(ctx, frame.getRenew().getVersion(), Software.EARLIER)) {
                    authenticator.registrar().renew(transportIdentity, answerTo(ctx));
                }
            }
            default -> hello(ctx, frame.getHello(), made);
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
        refuse(
                ctx,
                "the other side aborted the handshake: "
                        + FrameConnection.cut(refused.getReason()));
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
                return FrameConnection.address(ctx.channel());
            }
        };
    }

    private void hello(ChannelHandlerContext ctx, Hello said, ListenerProof made)
            throws WireException {
        if (!speaks(ctx, said.getVersion(), Software.of(said).version())) {
            return;
        }
        Role role = Role.of(said.getRole());
        if (role == null) {
            refuse(ctx, "unknown role");
            return;
        }
        LocalUsers users = limits.users();
        String notThisUser = users == null ? null : users.whyNot(user, role);
        if (notThisUser != null) {
            refuse(ctx, notThisUser);
            return;
        }
        AuthenticatedPeer authenticatedPeer =
                AuthenticatedPeer.of(role, transportIdentity, Software.of(said));
        if (!authenticatedPeer.mayEnter() || role == Role.WORKER && tls != null) {
            refuse(ctx, transportIdentity + " may not connect as " + role);
            return;
        }
        if (role == Role.PEER && !transportIdentity.isNamed(said.getNode().getName())) {
            refuse(
                    ctx,
                    transportIdentity
                            + " may not act as "
                            + FrameConnection.cut(said.getNode().getName()));
            return;
        }
        Hello hello = proven(ctx, said, made, role);
        if (hello != null) {
            admit(
                    ctx,
                    hello,
                    AuthenticatedPeer.of(role, transportIdentity, Software.of(hello)),
                    made);
        }
    }

    /** The hello that counts; null when it was refused. */
    private @Nullable Hello proven(
            ChannelHandlerContext ctx, Hello said, ListenerProof made, Role role)
            throws WireException {
        byte[] secret =
                tls == null
                        ? authenticator.secretOf(role, said.getWorker())
                        : ClusterTls.handshakeSecret();
        Hello hello = secret == null ? null : made.proven(said, secret);
        if (hello == null) {
            refuse(ctx, "wrong secret");
        } else if (made.seals() == null
                && ctx.pipeline().get(SealedRecordReader.class) != null
                && !limits.plain()) {
            refuse(ctx, NOT_SEALED);
            return null;
        }
        return hello;
    }

    private void admit(
            ChannelHandlerContext ctx,
            Hello hello,
            AuthenticatedPeer authenticatedPeer,
            ListenerProof made)
            throws WireException {
        String full = limits.sharedLimits().connectionLimiter().whyNot(authenticatedPeer);
        if (full != null) {
            refuse(ctx, full);
            return;
        }
        switch (authenticator.admit(hello, authenticatedPeer)) {
            case Authenticator.Answer.Refuse no -> refuse(ctx, no.reason(), no.takenOver());
            case Authenticator.Answer.Admit yes ->
                    welcome(ctx, hello, new Admitted(made, authenticatedPeer, yes));
        }
    }

    private record Admitted(
            ListenerProof proof,
            AuthenticatedPeer authenticatedPeer,
            Authenticator.Answer.Admit terms) {}

    private void welcome(ChannelHandlerContext ctx, Hello hello, Admitted admitted) {
        over();
        Authenticator.Answer.Admit terms = admitted.terms();
        Welcome welcome =
                admitted.proof()
                        .welcome(Software.sign(terms.welcome()).setVersion(hello.getVersion()));
        ctx.writeAndFlush(encode(ctx, Frame.newBuilder().setWelcome(welcome).build()));
        LinkSeals seals = admitted.proof().seals();
        seal(
                ctx,
                seals == null ? null : seals.toListener(),
                seals == null ? null : seals.toSpeaker());
        ctx.pipeline().remove(ProtocolDetector.class);
        AuthenticatedPeer authenticatedPeer = admitted.authenticatedPeer();
        ctx.pipeline()
                .get(FrameDecoder.class)
                .permit(FrameBounds.of(authenticatedPeer.permitted()));
        FrameConnection frameConnection =
                new FrameConnection(
                        ctx.channel(),
                        eventLoopTurn,
                        authenticatedPeer,
                        terms.maxBacklogBytes(),
                        limits.sharedLimits().backlogs());
        frameConnection.whenClosed(
                limits.sharedLimits().connectionLimiter().enter(authenticatedPeer));
        if (tls != null) {
            tls.opened(frameConnection);
        }
        LinkListener listener = terms.attach().apply(frameConnection);
        ctx.pipeline()
                .replace(
                        this,
                        "link",
                        new ConnectionHandler(
                                frameConnection, listener, limits.sharedLimits().unknown()));
    }

    /**
     * What follows is sealed; or, over plain TCP that need not be, goes as it is.
     *
     * @param opens what comes
     * @param seals what goes
     */
    static void seal(ChannelHandlerContext ctx, @Nullable Seal opens, @Nullable Seal seals) {
        SealedRecordReader reader = ctx.pipeline().get(SealedRecordReader.class);
        if (reader == null) {
            return;
        }
        SealedRecordWriter writer = ctx.pipeline().get(SealedRecordWriter.class);
        if (opens == null || seals == null) {
            ctx.pipeline().remove(reader);
            ctx.pipeline().remove(writer);
            return;
        }
        reader.open(opens);
        writer.seal(seals);
    }

    private void refuse(ChannelHandlerContext ctx, String why) {
        refuse(ctx, why, false);
    }

    private void refuse(ChannelHandlerContext ctx, String why, boolean takenOver) {
        if (over) {
            return;
        }
        over();
        limits.sharedLimits().refusals().note(ctx.channel().remoteAddress(), why);
        authenticator.refused(transportIdentity, FrameConnection.address(ctx.channel()), why);
        Refused refused =
                Refused.newBuilder()
                        .setReason(FrameConnection.cut(why))
                        .setTakenOver(takenOver)
                        .build();
        Refused told = proof == null ? refused : proof.refused(refused);
        ctx.writeAndFlush(encode(ctx, Frame.newBuilder().setRefused(told).build()))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private void over() {
        over = true;
        limits.handshakeLimiter().leave(this);
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
            limits.sharedLimits()
                    .refusals()
                    .note(
                            ctx.channel().remoteAddress(),
                            "too many handshakes, the oldest was closed");
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

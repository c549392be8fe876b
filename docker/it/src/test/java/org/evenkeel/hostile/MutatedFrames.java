package org.evenkeel.hostile;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Ping;

/**
 * Frames of every kind with errors in them, by somebody in one role. Behind each goes a ping, so
 * that what is counted as heard is what the daemon has read: the frames whose pings were answered,
 * and the one it closed the connection for.
 *
 * @param speaker in whose role
 * @param frames to be heard
 * @param perSecond at most
 */
record MutatedFrames(Speaker speaker, long frames, double perSecond) implements Attack {

    static final String HEARD = "heard";
    private static final int BURST = 8;

    private static final Set<BodyCase> CLIENT =
            EnumSet.of(
                    BodyCase.OPEN_JOB,
                    BodyCase.CLOSE_JOB,
                    BodyCase.SUBMIT,
                    BodyCase.SUBMITTED_AGAIN,
                    BodyCase.OUTCOME_ACK,
                    BodyCase.CANCEL_TASKS,
                    BodyCase.SERVE,
                    BodyCase.FINISHED,
                    BodyCase.RECALL_ANSWER,
                    BodyCase.BLOB_REQUEST,
                    BodyCase.BLOB_CHUNK,
                    BodyCase.QUERY);

    private static final Set<BodyCase> PEER = EnumSet.range(BodyCase.HOLDING, BodyCase.REVOKED);

    /** Who says it. */
    enum Speaker {
        /** By the Unix domain socket, before any proof. */
        UNKNOWN_LOCAL,
        /** Over TLS, without a certificate. */
        UNKNOWN_TLS,
        LOCAL_CLIENT,
        LOCAL_OBSERVER,
        LOCAL_PEER,
        SUBMIT,
        OBSERVE,
        ADMIN,
        DAEMON;

        boolean isLocal() {
            return this == UNKNOWN_LOCAL
                    || this == LOCAL_CLIENT
                    || this == LOCAL_OBSERVER
                    || this == LOCAL_PEER;
        }

        /** A daemon is trusted: what it says may change things. */
        boolean isTrusted() {
            return this == DAEMON || this == LOCAL_PEER;
        }

        boolean isUnknown() {
            return this == UNKNOWN_LOCAL || this == UNKNOWN_TLS;
        }

        Wire open(Target target) throws Exception {
            return switch (this) {
                case UNKNOWN_LOCAL, LOCAL_CLIENT, LOCAL_OBSERVER, LOCAL_PEER -> target.local();
                case UNKNOWN_TLS -> target.tls("");
                case SUBMIT -> target.tls(Papers.SUBMIT);
                case OBSERVE -> target.tls(Papers.OBSERVE);
                case ADMIN -> target.tls(Papers.ADMIN);
                case DAEMON -> target.tls(Papers.DAEMON);
            };
        }

        /** What is heard of it, so that not all ends at the handshake. */
        Set<BodyCase> usual() {
            return switch (this) {
                case UNKNOWN_LOCAL, UNKNOWN_TLS ->
                        EnumSet.of(BodyCase.HELLO, BodyCase.JOIN, BodyCase.RENEW);
                case OBSERVE, LOCAL_OBSERVER -> EnumSet.of(BodyCase.QUERY, BodyCase.PONG);
                case DAEMON, LOCAL_PEER -> PEER;
                case LOCAL_CLIENT, SUBMIT, ADMIN -> CLIENT;
            };
        }

        Hello.Builder hello() {
            return switch (this) {
                case OBSERVE, LOCAL_OBSERVER -> Wire.observer();
                case DAEMON, LOCAL_PEER -> Wire.peer("dora");
                default -> Wire.client();
            };
        }
    }

    @Override
    public void run(Target target, Random random, Tally tally) throws Exception {
        FrameMaker maker = new FrameMaker(random, speaker.usual());
        Pace pace = new Pace(perSecond);
        while (goesOn(target, tally)) {
            pace.next();
            try (Wire wire = speaker.open(target)) {
                tally.add("connections");
                if (speaker.isUnknown()) {
                    unknown(wire, maker, tally);
                } else {
                    known(target, wire, maker, tally);
                }
            } catch (IOException e) {
                tally.add("closed");
            }
        }
    }

    /**
     * Those who are trusted stop in time: one of their frames may say that a later process of
     * theirs was there, and then no other one is ever heard.
     */
    private boolean goesOn(Target target, Tally tally) {
        return tally.get(HEARD) < frames
                && (speaker.isTrusted() ? target.isRunning() : target.isRunningLonger());
    }

    /** One frame and an answer: nothing but a proof is ever heard. */
    private static void unknown(Wire wire, FrameMaker maker, Tally tally) throws IOException {
        wire.read();
        wire.raw(Wire.framed(maker.mutant()));
        tally.add(HEARD);
        BodyCase answer = wire.read().getBodyCase();
        if (answer == BodyCase.REFUSED) {
            tally.add("refused");
        } else {
            tally.breach(answer + " to somebody who has proved nothing");
        }
    }

    private void known(Target target, Wire wire, FrameMaker maker, Tally tally)
            throws IOException, InterruptedException {
        byte[] secret = speaker.isLocal() ? target.token() : ClusterTls.handshakeSecret();
        if (!wire.greet(speaker.hello(), secret).hasWelcome()) {
            tally.add("not_welcome");
            return;
        }
        Pace pace = new Pace(perSecond / BURST);
        boolean first = true;
        while (goesOn(target, tally)) {
            if (!first) {
                pace.next();
            }
            first = false;
            ByteArrayOutputStream burst = new ByteArrayOutputStream();
            for (int i = 1; i <= BURST; i++) {
                byte[] mutant = maker.mutant();
                if (!isPermittedDrainOrPause(mutant)) {
                    burst.writeBytes(Wire.framed(mutant));
                }
                Ping ping = Ping.newBuilder().setNumber(i).build();
                burst.writeBytes(
                        Wire.framed(Frame.newBuilder().setPing(ping).build().toByteArray()));
            }
            wire.raw(burst.toByteArray());
            if (!hear(wire, tally)) {
                return;
            }
        }
    }

    /** Whether every ping was answered. */
    private static boolean hear(Wire wire, Tally tally) {
        long answered = 0;
        try {
            while (answered < BURST) {
                Frame frame = wire.read();
                if (frame.hasPong()) {
                    answered += frame.getPong().getNumber() == answered + 1 ? 1 : 0;
                } else if (frame.hasRefused()) {
                    tally.add("refused");
                    break;
                }
            }
        } catch (IOException e) {
            tally.add("closed");
        }
        tally.add(HEARD, Math.min(BURST, answered + 1));
        return answered >= BURST;
    }

    /**
     * Whether the speaker may send this frame and it would drain or pause the node. Such frames are
     * not sent.
     */
    private boolean isPermittedDrainOrPause(byte[] bytes) {
        if (speaker != Speaker.ADMIN && speaker != Speaker.LOCAL_CLIENT) {
            return false;
        }
        try {
            Frame frame = Frame.parseFrom(bytes);
            return frame.hasDrain() || frame.hasPauseNode();
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
    }
}

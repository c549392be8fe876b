package org.evenkeel.wire;

import java.io.IOException;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * The speaker's side of the handshake of programs, workers, commands and daemons: frames in, frames
 * out. It neither reads nor writes a socket. For one thread.
 */
public final class SpeakerHandshake {

    private final SpeakerProof proof;
    private final Hello.Builder hello;
    private boolean answered;
    private @Nullable Welcome welcome;

    /**
     * @param kind what the link is
     * @param hello complete but for what every speaker says: its build, nonce and proof
     */
    public SpeakerHandshake(byte[] secret, SpeakerProof.Kind kind, Hello.Builder hello) {
        this.proof = new SpeakerProof(secret, kind);
        this.hello = hello;
    }

    /** It failed; the message says why, with the listener as "it". */
    public static final class FailedException extends IOException {
        private final boolean useless;
        private final boolean takenOver;
        private final transient @Nullable Frame closingFrame;

        private FailedException(
                String why, boolean useless, boolean takenOver, @Nullable Frame closingFrame) {
            super(why);
            this.useless = useless;
            this.takenOver = takenOver;
            this.closingFrame = closingFrame;
        }

        /** Whether the listener would refuse the same again. */
        public boolean isUseless() {
            return useless;
        }

        /** Whether another client has this one's session. */
        public boolean isTakenOver() {
            return takenOver;
        }

        /** To send before the link is closed, for the listener's log; null for none. */
        public @Nullable Frame closingFrame() {
            return closingFrame;
        }
    }

    /**
     * The next frame of the listener.
     *
     * @return the answer; null when the handshake is complete
     */
    public @Nullable Frame receive(Frame frame) throws FailedException {
        if (frame.hasRefused()) {
            Refused refused = proof.refused(frame.getRefused());
            throw new FailedException(
                    "rejected the request: " + Printable.of(WireBounds.cut(refused.getReason())),
                    true,
                    answered && refused.getTakenOver(),
                    null);
        }
        if (frame.hasChallenge() && !answered) {
            answered = true;
            return answer(frame.getChallenge());
        }
        if (frame.hasWelcome() && answered) {
            try {
                welcome = proof.welcome(frame.getWelcome());
                return null;
            } catch (WireException e) {
                throw useless("does not know the secret of this cluster");
            }
        }
        throw new FailedException(
                answered
                        ? "answered the handshake with " + frame.getBodyCase()
                        : "does not speak the Evenkeel protocol",
                false,
                false,
                null);
    }

    private Frame answer(Challenge challenge) throws FailedException {
        if (!Software.speaks(challenge)) {
            Refused told = Refused.newBuilder().setReason(Software.givingUp(challenge)).build();
            throw new FailedException(
                    "cannot be used: " + Software.why(challenge),
                    true,
                    false,
                    Frame.newBuilder().setRefused(told).build());
        }
        Software.sign(hello).setVersion(Math.min(WireLimits.VERSION, challenge.getMaxVersion()));
        try {
            return Frame.newBuilder().setHello(proof.answer(challenge, hello)).build();
        } catch (WireException e) {
            throw useless("cannot be used: " + e.getMessage());
        }
    }

    private static FailedException useless(String why) {
        return new FailedException(why, true, false, null);
    }

    /** The welcome; the handshake is complete. */
    public Welcome welcome() {
        if (welcome == null) {
            throw new IllegalStateException("the handshake is not complete");
        }
        return welcome;
    }

    /** What all that follows goes through; null where it goes as it is. */
    public @Nullable LinkSeals seals() {
        return proof.seals();
    }
}

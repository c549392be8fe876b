package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.security.SecureRandom;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * The speaker's part of the proofs of one handshake: in the order answer, then welcome or refused.
 * For one thread.
 */
public final class SpeakerProof {

    /** What plain TCP needs. */
    public enum Kind {
        /** TLS, or a Unix domain socket: what connects the two is known to reach the right one. */
        TRUSTED,
        /** Plain TCP: everything is sealed. */
        SEALED,
        /** Plain TCP: sealed unless the listener cannot, which a relay can pretend. */
        SEALED_IF_POSSIBLE
    }

    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] secret;
    private final Kind kind;
    private final byte[] ours = new byte[WireLimits.NONCE_BYTES];
    private byte[] theirs = {};
    private int role;
    private @Nullable LinkSeals seals;

    public SpeakerProof(byte[] secret, Kind kind) {
        this.secret = secret.clone();
        this.kind = kind;
    }

    /**
     * Proves the secret.
     *
     * @param hello complete but for nonce and proof
     * @throws WireException if the challenge is none, or this link must be sealed and the listener
     *     does not seal
     */
    public Hello answer(Challenge challenge, Hello.Builder hello) throws WireException {
        if (theirs.length > 0 || challenge.getNonce().size() != WireLimits.NONCE_BYTES) {
            throw new WireException("challenge", "it is none");
        }
        boolean sealing = kind != Kind.TRUSTED && challenge.getSealed();
        if (kind == Kind.SEALED && !sealing) {
            throw new WireException(
                    "challenge",
                    "the daemon does not seal its links over TCP: it is an older build, or another program in its place; use its Unix domain socket");
        }
        theirs = challenge.getNonce().toByteArray();
        RANDOM.nextBytes(ours);
        role = hello.getRoleValue();
        hello.setNonce(ByteString.copyFrom(ours));
        if (!sealing) {
            byte[] mac = HandshakeMac.hello(secret, theirs, ours, role);
            return hello.setMac(ByteString.copyFrom(mac)).build();
        }
        LinkSeals made = LinkSeals.of(secret, theirs, ours, role);
        seals = made;
        byte[] content = hello.build().toByteArray();
        return Hello.newBuilder()
                .setVersion(hello.getVersion())
                .setRole(hello.getRole())
                .setNonce(hello.getNonce())
                .setSoftware(hello.getSoftware()) // for a refusal
                .addAllFeatures(hello.getFeaturesList())
                .setNode(NodeRef.newBuilder().setName(hello.getNode().getName())) // for forwarders
                .setSealed(ByteString.copyFrom(made.toListener().seal(content, 0, content.length)))
                .build();
    }

    /**
     * The welcome that counts.
     *
     * @throws WireException if the listener does not know the secret
     */
    public Welcome welcome(Welcome welcome) throws WireException {
        LinkSeals made = seals;
        if (made != null) {
            byte[] content = made.toSpeaker().open(welcome.getSealed().toByteArray());
            try {
                return Welcome.parseFrom(content);
            } catch (InvalidProtocolBufferException e) {
                throw new WireException("welcome.sealed", "it is no welcome");
            }
        }
        byte[] expected = HandshakeMac.welcome(secret, theirs, ours, role);
        if (theirs.length == 0 || !HandshakeMac.matches(expected, welcome.getMac().toByteArray())) {
            throw new WireException("welcome.mac", "it does not know the secret");
        }
        return welcome;
    }

    /**
     * The refusal that counts. One that is not sealed, where all should be, says nothing of
     * sessions: it may come from another process.
     */
    public Refused refused(Refused refused) {
        LinkSeals made = seals;
        if (made == null || refused.getSealed().isEmpty()) {
            return kind == Kind.TRUSTED
                    ? refused
                    : Refused.newBuilder().setReason(refused.getReason()).build();
        }
        try {
            return Refused.parseFrom(made.toSpeaker().open(refused.getSealed().toByteArray()));
        } catch (WireException | InvalidProtocolBufferException e) {
            return Refused.newBuilder().setReason(refused.getReason()).build();
        }
    }

    /** What all that follows goes through; null where it goes as it is. */
    public @Nullable LinkSeals seals() {
        return seals;
    }
}

package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.security.SecureRandom;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * The listener's part of the proofs of one handshake: in the order challenge, proven, then welcome
 * or refused. For one thread.
 */
public final class ListenerProof {

    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] nonce = new byte[WireLimits.NONCE_BYTES];
    private final boolean sealing;
    private byte[] secret = {};
    private byte[] theirs = {};
    private int role;
    private @Nullable LinkSeals seals;

    /**
     * @param sealing whether the link is plain TCP, which is sealed
     */
    public ListenerProof(boolean sealing) {
        this.sealing = sealing;
        RANDOM.nextBytes(nonce);
    }

    /** The challenge of this handshake. */
    public Challenge challenge() {
        return Challenge.newBuilder()
                .setMinVersion(WireLimits.MIN_VERSION)
                .setMaxVersion(WireLimits.VERSION)
                .setSoftware(Software.OWN.version())
                .setNonce(ByteString.copyFrom(nonce))
                .setSealed(sealing)
                .build();
    }

    public byte[] nonce() {
        return nonce.clone();
    }

    /**
     * The hello that counts; null when the speaker has not shown that it knows the secret. Whether
     * it was sealed, {@link #seals} tells.
     *
     * @throws WireException if what was sealed is no hello
     */
    public @Nullable Hello proven(Hello hello, byte[] knownSecret) throws WireException {
        if (hello.getNonce().size() != WireLimits.NONCE_BYTES) {
            return null;
        }
        secret = knownSecret.clone();
        theirs = hello.getNonce().toByteArray();
        role = hello.getRoleValue();
        if (!sealing || hello.getSealed().isEmpty()) {
            byte[] expected = HandshakeMac.hello(secret, nonce, theirs, role);
            return HandshakeMac.matches(expected, hello.getMac().toByteArray()) ? hello : null;
        }
        LinkSeals made = LinkSeals.of(secret, nonce, theirs, role);
        byte[] content;
        try {
            content = made.toListener().open(hello.getSealed().toByteArray());
        } catch (WireException e) {
            return null;
        }
        seals = made;
        try {
            Hello inner = Hello.parseFrom(content);
            if (inner.getRoleValue() != role || inner.getVersion() != hello.getVersion()) {
                throw new WireException("hello.sealed", "another role or version");
            }
            return inner;
        } catch (InvalidProtocolBufferException e) {
            throw new WireException("hello.sealed", "it is no hello");
        }
    }

    /** The welcome as it goes over the wire, with the proof of the listener. */
    public Welcome welcome(Welcome.Builder welcome) {
        LinkSeals made = seals;
        if (made == null) {
            byte[] mac = HandshakeMac.welcome(secret, nonce, theirs, role);
            return welcome.setMac(ByteString.copyFrom(mac)).build();
        }
        byte[] content = welcome.build().toByteArray();
        return Welcome.newBuilder()
                .setSealed(ByteString.copyFrom(made.toSpeaker().seal(content, 0, content.length)))
                .build();
    }

    /** The refusal as it goes over the wire. */
    public Refused refused(Refused refused) {
        LinkSeals made = seals;
        if (made == null) {
            return refused;
        }
        byte[] content = refused.toByteArray();
        return Refused.newBuilder()
                .setSealed(ByteString.copyFrom(made.toSpeaker().seal(content, 0, content.length)))
                .build();
    }

    /** What all that follows goes through; null where it goes as it is. */
    public @Nullable LinkSeals seals() {
        return seals;
    }
}

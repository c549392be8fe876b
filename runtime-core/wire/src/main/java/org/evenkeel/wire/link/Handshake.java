package org.evenkeel.wire.link;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.LinkSeals;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.SpeakerHandshake;
import org.evenkeel.wire.SpeakerProof;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** The speaker's side of the handshake: proves the secret, and lets the daemon prove it. */
public final class Handshake {

    private static final SecureRandom RANDOM = new SecureRandom();

    /** A random id that is not 0. */
    public static long randomId() {
        long id;
        do {
            id = RANDOM.nextLong();
        } while (id == 0);
        return id;
    }

    /** The daemon does not want us; trying again with the same secret is of no use. */
    public static final class RefusedException extends IOException {
        private final boolean takenOver;

        public RefusedException(String message, boolean takenOver) {
            super(message);
            this.takenOver = takenOver;
        }

        /** Whether another client has this one's session. */
        public boolean isTakenOver() {
            return takenOver;
        }
    }

    /** The daemon took the connection and said nothing in time: it hangs, or is overloaded. */
    public static final class SilentException extends IOException {
        public SilentException(String message, IOException cause) {
            super(message, cause);
        }
    }

    /**
     * Who speaks.
     *
     * @param role CLIENT, WORKER or OBSERVER
     * @param origin id of this process, the origin of its tasks
     * @param worker the number its daemon gave it, 0 for a client
     * @param past what a client did before
     * @param attachJob the job whose session a client takes over, 0 for none
     * @param key from which the origin is computed; none where no caller asks for it
     */
    public record Speaker(
            Role role, long origin, int worker, Past past, long attachJob, SessionKey key) {

        /** A worker, an observer, or a client that speaks for the first time. */
        public Speaker(Role role, long origin, int worker) {
            this(role, origin, worker, Past.NONE, 0, SessionKey.NONE);
        }
    }

    /**
     * What a client did before.
     *
     * @param client id of the process, 0 when it does not matter
     * @param left the daemons it was attached to, one process of each node, the last one last
     * @param attachments counts its attachments, the coming one included
     */
    public record Past(long client, List<NodeRef> left, int attachments) {

        /** Nothing. */
        public static final Past NONE = new Past(0, List.of(), 1);

        /** Most daemons named. */
        public static final int MAX_LEFT = 8;

        /** The process of the last daemon, 0 for none. */
        public long knownIncarnation() {
            return left.isEmpty() ? 0 : left.getLast().getIncarnation();
        }

        /** The node of the last daemon, empty for none. */
        public String previousNode() {
            return left.isEmpty() ? "" : left.getLast().getName();
        }

        /** The past of a client that is attached to this daemon now. */
        public Past attachedTo(NodeRef daemon) {
            List<NodeRef> all = new ArrayList<>(left);
            all.removeIf(one -> one.getName().equals(daemon.getName()));
            all.add(daemon);
            return new Past(
                    client,
                    List.copyOf(all.subList(Math.max(0, all.size() - MAX_LEFT), all.size())),
                    attachments + 1);
        }
    }

    /**
     * A worker speaks on a fresh link to its daemon, for at most {@link
     * WireLimits#LOCAL_HANDSHAKE_TIMEOUT_MILLIS}; afterwards it carries full frames.
     *
     * @throws RefusedException if the daemon refuses or does not know the secret
     * @throws SilentException if the time is over
     * @throws IOException if the link breaks
     */
    public static Welcome speak(Link link, byte[] secret, Speaker speaker) throws IOException {
        return speak(
                link, Access.bySecret(secret), speaker, WireLimits.LOCAL_HANDSHAKE_TIMEOUT_MILLIS);
    }

    /**
     * Speaks on a fresh link; afterwards it carries full frames.
     *
     * @param limitMillis longest handshake
     * @throws RefusedException if the daemon refuses or does not know the secret
     * @throws SilentException if the time is over
     * @throws IOException if the link breaks
     */
    public static Welcome speak(Link link, Access access, Speaker speaker, long limitMillis)
            throws IOException {
        long begin = System.nanoTime();
        Thread watchdog = link.closeAfter(limitMillis);
        try {
            return speakFor(link, access.secret(), speaker);
        } catch (RefusedException e) {
            throw e;
        } catch (IOException e) {
            if (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(limitMillis)) {
                throw e;
            }
            throw new SilentException(link + " did not answer for " + limitMillis + " ms", e);
        } finally {
            watchdog.interrupt();
        }
    }

    private static Welcome speakFor(Link link, byte[] secret, Speaker speaker) throws IOException {
        SpeakerHandshake handshake = new SpeakerHandshake(secret, kind(link), hello(speaker));
        try {
            Frame answer = handshake.receive(next(link));
            while (answer != null) {
                link.write(answer);
                answer = handshake.receive(next(link));
            }
        } catch (SpeakerHandshake.FailedException e) {
            Frame closingFrame = e.closingFrame();
            if (closingFrame != null) {
                link.write(closingFrame);
            }
            String why = "the daemon at " + link + " " + e.getMessage();
            throw e.isUseless()
                    ? new RefusedException(why, e.isTakenOver())
                    : new IOException(why, e);
        }
        LinkSeals seals = handshake.seals();
        if (seals != null) {
            link.seal(seals.toSpeaker(), seals.toListener());
        }
        link.authenticated();
        return handshake.welcome();
    }

    private static Frame next(Link link) throws IOException {
        @Nullable Frame frame = link.readFrame();
        if (frame == null) {
            throw new IOException(link + " closed during the handshake");
        }
        return frame;
    }

    /** A daemon of an earlier build is spoken to over plain TCP only if the program says so. */
    private static SpeakerProof.Kind kind(Link link) {
        if (!link.isPlainTcp()) {
            return SpeakerProof.Kind.TRUSTED;
        }
        return "accept".equals(System.getProperty("evenkeel.plain-loopback"))
                ? SpeakerProof.Kind.SEALED_IF_POSSIBLE
                : SpeakerProof.Kind.SEALED;
    }

    private static Hello.Builder hello(Speaker speaker) {
        return Hello.newBuilder()
                .setRole(speaker.role())
                .setOrigin(speaker.origin())
                .setKnownIncarnation(speaker.past().knownIncarnation())
                .addAllLeft(speaker.past().left())
                .setAttachments(speaker.past().attachments())
                .setClient(speaker.past().client())
                .setAttachJob(speaker.attachJob())
                .setSessionKey(SessionKeys.write(speaker.key()))
                .setWorker(speaker.worker());
    }
}

package org.evenkeel.daemon.admission;

import com.google.protobuf.ByteString;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.net.Authenticator;
import org.evenkeel.model.Printable;
import org.evenkeel.security.identity.Certificates;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.ProofOfPossession;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.security.tls.PinnedTrustManager;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Challenge;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Issued;
import org.evenkeel.wire.proto.Join;
import org.evenkeel.wire.proto.Renew;
import org.jspecify.annotations.Nullable;

/**
 * Asks the daemon that has the authority for a certificate. Blocks; for any thread.
 *
 * @param authority where it listens
 * @param busy told, once for each question, that it was not heard and is asked again
 */
public record AuthorityClient(Address authority, InstantSource clock, Consumer<String> busy) {
    private static final int TIMEOUT_MILLIS = (int) WireLimits.HANDSHAKE_TIMEOUT_MILLIS;

    /** Whoever is asked may be busy: it is asked again for so long. */
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int MOST_PAUSE_MILLIS = 1_000;

    /**
     * What came of it.
     *
     * @param localHost the address of this machine on the way there
     */
    public record Obtained(Credentials credentials, String localHost) {}

    /** It was too busy to hear what it is asked for. */
    private static final class BusyException extends IOException {
        BusyException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Joins with a token. Nothing is said to a listener that is not of the token's cluster.
     *
     * @param name what this machine would like to be called
     * @throws IdentityException if it is refused
     * @throws IOException if no daemon answers, or not within a minute
     */
    public Obtained join(JoinToken token, String name) throws IOException, IdentityException {
        KeyPair pair = Keys.generate(new SecureRandom());
        byte[] publicKey = pair.getPublic().getEncoded();
        SSLContext context =
                ClusterTls.context(Optional.empty(), new PinnedTrustManager(token, clock));
        Request request =
                challenge -> {
                    byte[] nonce = challenge.getNonce().toByteArray();
                    ProofOfPossession proofOfPossession =
                            new ProofOfPossession(token.id(), nonce, publicKey);
                    return Frame.newBuilder()
                            .setJoin(
                                    Join.newBuilder()
                                            .setVersion(WireLimits.VERSION)
                                            .setToken(token.id())
                                            .setSecret(ByteString.copyFrom(token.secret()))
                                            .setPublicKey(ByteString.copyFrom(publicKey))
                                            .setSignature(
                                                    ByteString.copyFrom(
                                                            proofOfPossession.sign(
                                                                    pair.getPrivate())))
                                            .setName(name))
                            .build();
                };
        return exchange(new Question(context, request, pair.getPrivate(), true));
    }

    /**
     * Asks for a certificate like this one, which may have expired.
     *
     * @throws IdentityException if it is refused
     * @throws IOException if no daemon answers
     */
    public Obtained renew(Credentials own) throws IOException, IdentityException {
        Obtained obtained =
                exchange(
                        new Question(
                                ClusterTls.context(own, clock),
                                _ ->
                                        Frame.newBuilder()
                                                .setRenew(
                                                        Renew.newBuilder()
                                                                .setVersion(WireLimits.VERSION))
                                                .build(),
                                own.key(),
                                false));
        if (!obtained.credentials().authority().equals(own.authority())) {
            throw new IdentityException(
                    this
                            + " presented a certificate of another authority; check the address and the "
                            + "token");
        }
        return obtained;
    }

    private interface Request {
        Frame to(Challenge challenge) throws IdentityException;
    }

    /**
     * What is asked.
     *
     * @param key whose certificate it is about
     * @param isRepeatable whether it may be asked again though it was heard, perhaps: a token is
     *     good for the same key again, while renewals are counted
     */
    private record Question(
            SSLContext context, Request request, PrivateKey key, boolean isRepeatable) {}

    /** Again while it is too busy, after a pause of which no peer knows how long it is. */
    private Obtained exchange(Question question) throws IOException, IdentityException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        for (boolean first = true; ; first = false) {
            try {
                return exchangeOnce(question);
            } catch (BusyException e) {
                if (System.nanoTime() >= end) {
                    throw e;
                }
                if (first) {
                    busy.accept(e.getMessage() + "; retried for up to one minute");
                }
                LockSupport.parkNanos(
                        TimeUnit.MILLISECONDS.toNanos(
                                ThreadLocalRandom.current().nextInt(MOST_PAUSE_MILLIS)));
            }
        }
    }

    private Obtained exchangeOnce(Question question) throws IOException, IdentityException {
        boolean asked = false;
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(authority.host(), authority.port()), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            try (SSLSocket tls = ClusterTls.connect(question.context(), socket)) {
                DataInputStream in = new DataInputStream(tls.getInputStream());
                Frame first = read(in);
                if (!first.hasChallenge()
                        || first.getChallenge().getNonce().size() != WireLimits.NONCE_BYTES) {
                    throw new IOException(this + " does not speak the Evenkeel protocol");
                }
                Frame words = question.request().to(first.getChallenge());
                asked = true;
                write(new DataOutputStream(tls.getOutputStream()), words);
                Frame answer = read(in);
                if (!answer.hasIssued()) {
                    throw new IOException(this + " answered with " + answer.getBodyCase());
                }
                return new Obtained(
                        credentials(question.key(), answer.getIssued()),
                        socket.getLocalAddress().getHostAddress());
            }
        } catch (SocketTimeoutException e) {
            if (asked && !question.isRepeatable()) {
                throw e;
            }
            throw new BusyException(this + " did not answer", e);
        } catch (EOFException | SocketException e) {
            if (asked && question.isRepeatable()) {
                throw new BusyException(this + " closed the connection", e);
            }
            throw e;
        } catch (SSLException e) {
            throw reason(e);
        }
    }

    private static Credentials credentials(PrivateKey key, Issued issued) throws IdentityException {
        return Credentials.of(
                key,
                Certificates.read(issued.getCertificate().toByteArray()),
                Certificates.read(issued.getAuthority().toByteArray()));
    }

    private Frame read(DataInputStream in) throws IOException, IdentityException {
        int length = in.readInt();
        if (length < 0 || length > WireLimits.MAX_HANDSHAKE_FRAME_BYTES) {
            throw new IOException(this + " does not speak the Evenkeel protocol");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        Frame frame = Frame.parseFrom(bytes);
        if (frame.getRefused().getReason().equals(Authenticator.TOO_LONG)) {
            throw new BusyException(this + " refused: " + Authenticator.TOO_LONG, null);
        }
        if (frame.hasRefused()) {
            throw new IdentityException(
                    this + " refused: " + Printable.of(frame.getRefused().getReason()));
        }
        return frame;
    }

    private static void write(DataOutputStream out, Frame frame) throws IOException {
        byte[] bytes = frame.toByteArray();
        byte[] all = new byte[WireLimits.LENGTH_BYTES + bytes.length];
        java.nio.ByteBuffer.wrap(all).putInt(bytes.length).put(bytes);
        out.write(all); // one record of TLS
        out.flush();
    }

    /** A certificate that was not taken is no trouble of the network. */
    private IdentityException reason(SSLException failure) throws IOException {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof CertificateException)) {
            cause = cause.getCause();
        }
        if (cause == null) {
            throw new IOException(this + ": " + failure.getMessage(), failure);
        }
        return new IdentityException(this + ": " + cause.getMessage(), failure);
    }

    @Override
    public String toString() {
        return authority.host() + ":" + authority.port();
    }
}

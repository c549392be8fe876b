package org.evenkeel.daemon.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.evenkeel.daemon.admission.JoinHandler;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.config.TlsEngine;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;

/** Lets in whoever knows the secret, echoes what it says, and has a real authority. */
final class FuzzAuthenticator implements Authenticator {

    static final byte[] SECRET = {1, 2, 3};

    private static final int WORKER = 7;

    private final TestAuthority authority;
    private final Registrar registrar;
    private boolean admitted;

    FuzzAuthenticator() {
        try {
            Path directory = Files.createTempDirectory(Path.of("target"), "fuzz-authority");
            authority = new TestAuthority(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        registrar =
                new JoinHandler(
                        authority.authority,
                        authority.tokens,
                        InstantSource.system(),
                        new JoinHandler.Threads(Runnable::run, Runnable::run),
                        Audit.NONE);
    }

    Tls tls(InstantSource clock) {
        try {
            return new Tls(
                    authority.issue("n1", CertRole.DAEMON), clock, serial -> false, TlsEngine.JDK);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void clear() {
        admitted = false;
    }

    boolean hasAdmitted() {
        return admitted;
    }

    @Override
    public byte[] secretOf(Role role, int worker) {
        return role == Role.WORKER && worker != WORKER ? null : SECRET;
    }

    @Override
    public Answer admit(Hello hello, AuthenticatedPeer authenticatedPeer) throws WireException {
        if (hello.getOrigin() == 0) {
            throw new WireException("hello.origin", "is missing");
        }
        admitted = true;
        return new Answer.Admit(Welcome.newBuilder(), 1 << 16, Echo::new);
    }

    @Override
    public Registrar registrar() {
        return registrar;
    }

    private record Echo(FrameConnection frameConnection) implements LinkListener {
        @Override
        public void onFrame(Frame frame, int bytes) {
            frameConnection.send(frame);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(String why) {}
    }
}

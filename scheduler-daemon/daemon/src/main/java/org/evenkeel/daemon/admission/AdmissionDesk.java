package org.evenkeel.daemon.admission;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.Who;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.daemon.identity.OpenToken;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.daemon.identity.TokenRefusedException;
import org.evenkeel.daemon.net.Caller;
import org.evenkeel.daemon.net.Registrar;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Certificates;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Possession;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.wire.proto.Join;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out certificates for the authority of this machine. The work waits for the disk, so it is
 * done on a thread of its own, one after the other; answers come on the event loop.
 */
public final class AdmissionDesk implements Registrar {

    private static final Logger LOG = LoggerFactory.getLogger(AdmissionDesk.class);

    private final Authority authority;
    private final TokenBook tokens;
    private final InstantSource clock;
    private final Threads threads;
    private final Audit audit;

    /**
     * Where things are done.
     *
     * @param disk in order
     * @param loop the event loop
     */
    public record Threads(Executor disk, Executor loop) {}

    /** Hands out what this authority signs, to who has one of these tokens. */
    public AdmissionDesk(
            Authority authority,
            TokenBook tokens,
            InstantSource clock,
            Threads threads,
            Audit audit) {
        this.audit = audit;
        this.authority = authority;
        this.tokens = tokens;
        this.clock = clock;
        this.threads = threads;
    }

    private interface Work {
        X509Certificate run() throws IOException, IdentityException, TokenRefusedException;
    }

    @Override
    public void join(Join join, byte[] nonce, Answer answer) {
        Who who = new Who(join.getName(), false, List.of(), answer.address(), "");
        answerLater(who, answer, () -> joined(join, nonce, who));
    }

    private X509Certificate joined(Join join, byte[] nonce, Who who)
            throws IOException, IdentityException, TokenRefusedException {
        // All that can be wrong with the request is found before the token is used up.
        byte[] der = join.getPublicKey().toByteArray();
        PublicKey key =
                new Possession(join.getToken(), nonce, der)
                        .verify(join.getSignature().toByteArray());
        String wish = join.getName();
        if (!NodeId.isValid(wish) || wish.startsWith(".")) { // it becomes the name of a directory
            throw new IdentityException(
                    "a machine cannot be called so; choose another name with --name");
        }
        OpenToken token =
                tokens.redeem(
                        join.getToken(),
                        join.getSecret().toByteArray(),
                        Issued.digest(key),
                        clock.instant());
        String name = token.name().orElse(wish);
        Subject subject = new Subject(authority.cluster(), name, token.roles());
        X509Certificate certificate =
                authority.issue(key, subject, Issued.byToken(token.id()), clock.instant());
        LOG.info("{} has joined with token {}", subject, token.id());
        audit.note(AuditKind.TOKEN_USED, who, Map.of("token", token.id()));
        audit.note(AuditKind.CERTIFICATE_ISSUED, who, fields(subject, certificate));
        return certificate;
    }

    @Override
    public void renew(Caller caller, Answer answer) {
        X509Certificate old =
                switch (caller) {
                    case Caller.Certified one -> one.certificate();
                    case Caller.Lapsed one -> one.certificate();
                    case Caller.Local _, Caller.Nameless _ ->
                            throw new IllegalArgumentException(caller + " has no certificate");
                };
        Who who = Who.of(caller, answer.address());
        answerLater(
                who,
                answer,
                () -> {
                    X509Certificate renewed =
                            authority.renew(old, old.getPublicKey(), clock.instant());
                    LOG.info("the certificate of {} is renewed", caller);
                    audit.note(
                            AuditKind.CERTIFICATE_RENEWED,
                            who,
                            Map.of("serial", Issued.spell(renewed.getSerialNumber())));
                    return renewed;
                });
    }

    private static Map<String, Object> fields(Subject subject, X509Certificate certificate) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", subject.name());
        fields.put("roles", subject.roles().stream().map(CertRole::spelling).toList());
        fields.put("serial", Issued.spell(certificate.getSerialNumber()));
        return fields;
    }

    private void answerLater(Who who, Answer answer, Work work) {
        threads.disk()
                .execute(() -> {
                    if (!answer.isAwaited()) {
                        return; // it asks again
                    }
                    Runnable result = outcome(who, answer, work);
                    threads.loop().execute(result);
                });
    }

    private Runnable outcome(Who who, Answer answer, Work work) {
        try {
            X509Certificate certificate = work.run();
            return () -> answer.issued(issued(certificate));
        } catch (TokenRefusedException e) {
            LOG.warn("somebody was not let in: {}", e.getMessage());
            audit.note(AuditKind.TOKEN_REFUSED, who, Map.of("why", String.valueOf(e.getMessage())));
            return () -> answer.refused(TokenRefusedException.TO_PEER);
        } catch (IdentityException e) {
            LOG.warn("no certificate was handed out: {}", e.reason());
            return () -> answer.refused(e.reason());
        } catch (IOException e) {
            LOG.error("no certificate was handed out", e);
            return () -> answer.refused("the authority's files cannot be used now; see its log");
        } catch (RuntimeException e) {
            LOG.error("no certificate was handed out", e);
            return () -> answer.refused("internal error");
        }
    }

    private org.evenkeel.wire.proto.Issued issued(X509Certificate certificate) {
        return org.evenkeel.wire.proto.Issued.newBuilder()
                .setCertificate(ByteString.copyFrom(Certificates.write(certificate)))
                .setAuthority(ByteString.copyFrom(Certificates.write(authority.certificate())))
                .build();
    }
}

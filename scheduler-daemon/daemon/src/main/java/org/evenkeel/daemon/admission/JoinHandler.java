package org.evenkeel.daemon.admission;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.daemon.identity.OpenToken;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.daemon.identity.TokenRefusedException;
import org.evenkeel.daemon.net.Registrar;
import org.evenkeel.daemon.net.TransportIdentity;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Certificates;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.ProofOfPossession;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.wire.proto.Join;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out certificates for the authority of this machine. The work waits for the disk, so it is
 * done on a thread of its own, one after the other; answers come on the event loop.
 *
 * @param authority signs them
 * @param tokens of which a requester must have one
 */
public record JoinHandler(
        Authority authority, TokenBook tokens, InstantSource clock, Threads threads, Audit audit)
        implements Registrar {
    private static final Logger LOG = LoggerFactory.getLogger(JoinHandler.class);

    /**
     * Where things are done.
     *
     * @param disk in order
     * @param loop the event loop
     */
    public record Threads(Executor disk, Executor loop) {}

    private interface Work {
        X509Certificate run() throws IOException, IdentityException, TokenRefusedException;
    }

    @Override
    public void join(Join join, byte[] nonce, Answer answer) {
        AuditPrincipal auditPrincipal =
                new AuditPrincipal(join.getName(), false, List.of(), answer.address(), "");
        answerLater(auditPrincipal, answer, () -> joined(join, nonce, auditPrincipal));
    }

    private X509Certificate joined(Join join, byte[] nonce, AuditPrincipal auditPrincipal)
            throws IOException, IdentityException, TokenRefusedException {
        // All that can be wrong with the request is found before the token is used up.
        byte[] der = join.getPublicKey().toByteArray();
        PublicKey key =
                new ProofOfPossession(join.getToken(), nonce, der)
                        .verify(join.getSignature().toByteArray());
        String wish = join.getName();
        if (!NodeId.isValid(wish) || wish.startsWith(".")) { // it becomes the name of a directory
            throw new IdentityException("this name is reserved; choose another name with --name");
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
        LOG.info("{} joined with token {}", subject, token.id());
        audit.note(AuditKind.TOKEN_USED, auditPrincipal, Map.of("token", token.id()));
        audit.note(AuditKind.CERTIFICATE_ISSUED, auditPrincipal, fields(subject, certificate));
        return certificate;
    }

    @Override
    public void renew(TransportIdentity transportIdentity, Answer answer) {
        X509Certificate old =
                switch (transportIdentity) {
                    case TransportIdentity.Certified one -> one.certificate();
                    case TransportIdentity.Lapsed one -> one.certificate();
                    case TransportIdentity.Local _, TransportIdentity.Nameless _ ->
                            throw new IllegalArgumentException(
                                    transportIdentity
                                            + " has no certificate; join with a token (evenkeel join)");
                };
        AuditPrincipal auditPrincipal = AuditPrincipal.of(transportIdentity, answer.address());
        answerLater(
                auditPrincipal,
                answer,
                () -> {
                    X509Certificate renewed =
                            authority.renew(old, old.getPublicKey(), clock.instant());
                    LOG.info("certificate of {} renewed", transportIdentity);
                    audit.note(
                            AuditKind.CERTIFICATE_RENEWED,
                            auditPrincipal,
                            Map.of("serial", Issued.spell(renewed.getSerialNumber())));
                    return renewed;
                });
    }

    private static Map<String, Object> fields(Subject subject, X509Certificate certificate) {
        return new JsonObject()
                .with("name", subject.name())
                .with("roles", subject.roles().stream().map(CertRole::spelling).toList())
                .with("serial", Issued.spell(certificate.getSerialNumber()));
    }

    private void answerLater(AuditPrincipal auditPrincipal, Answer answer, Work work) {
        threads.disk()
                .execute(() -> {
                    if (!answer.isAwaited()) {
                        return; // it asks again
                    }
                    Runnable result = outcome(auditPrincipal, answer, work);
                    threads.loop().execute(result);
                });
    }

    private Runnable outcome(AuditPrincipal auditPrincipal, Answer answer, Work work) {
        try {
            X509Certificate certificate = work.run();
            return () -> answer.issued(issued(certificate));
        } catch (TokenRefusedException e) {
            LOG.warn("join rejected: {}", e.getMessage());
            audit.note(
                    AuditKind.TOKEN_REFUSED,
                    auditPrincipal,
                    Map.of("why", String.valueOf(e.getMessage())));
            return () -> answer.refused(TokenRefusedException.TO_PEER);
        } catch (IdentityException e) {
            LOG.warn("certificate request rejected: {}", e.reason());
            return () -> answer.refused(e.reason());
        } catch (IOException e) {
            LOG.error("certificate request failed", e);
            return () ->
                    answer.refused(
                            "the authority's files cannot be read or written; see the log of its daemon");
        } catch (RuntimeException e) {
            LOG.error("certificate request failed", e);
            return () -> answer.refused("internal error; see the log of the authority's daemon");
        }
    }

    private org.evenkeel.wire.proto.Issued issued(X509Certificate certificate) {
        return org.evenkeel.wire.proto.Issued.newBuilder()
                .setCertificate(ByteString.copyFrom(Certificates.write(certificate)))
                .setAuthority(ByteString.copyFrom(Certificates.write(authority.certificate())))
                .build();
    }
}

package org.evenkeel.daemon.net;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.evenkeel.daemon.metrics.ReaderCheck;
import org.evenkeel.security.identity.Verdict;
import org.evenkeel.security.tls.ClusterTrustManager;

/** Permits those whose certificate permits them to look at the cluster. */
record ObserverCheck(SSLContext context, ClusterTrustManager trust) implements ReaderCheck {

    @Override
    public Optional<String> refusal(List<X509Certificate> chain) {
        return switch (trust.judge(chain)) {
            case Verdict.Valid valid ->
                    Permissions.of(Role.OBSERVER, valid.subject().roles()).isEmpty()
                            ? Optional.of(valid.subject() + " does not have the role observe")
                            : Optional.empty();
            case Verdict.Expired late ->
                    Optional.of("the certificate of " + late.subject() + " has expired");
            case Verdict.Refused refused -> Optional.of(refused.reason());
        };
    }
}

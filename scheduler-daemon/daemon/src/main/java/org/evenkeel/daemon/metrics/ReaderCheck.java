package org.evenkeel.daemon.metrics;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** TLS for a page of metrics, and the check of who reads it. Any thread may use it. */
public interface ReaderCheck {

    /** For the listener; it shows the newest certificate of this daemon. */
    SSLContext context();

    /**
     * Why a reader is refused, empty if it may read; to be asked at each request, for a session of
     * TLS outlives a revocation.
     *
     * @param chain what it has shown
     */
    Optional<String> refusal(List<X509Certificate> chain);
}

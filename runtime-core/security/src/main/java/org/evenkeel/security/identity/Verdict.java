package org.evenkeel.security.identity;

import java.security.cert.X509Certificate;

/** What {@link Trust} concludes of a chain of certificates. */
public sealed interface Verdict {

    /** The holder of the certificate's key is this subject, and may do what its roles permit. */
    record Valid(Subject subject, X509Certificate certificate) implements Verdict {}

    /**
     * The certificate was valid and expired at most {@link Trust#RENEWABLE} ago: its holder may
     * renew it and nothing else.
     */
    record Expired(Subject subject, X509Certificate certificate) implements Verdict {}

    /**
     * The chain proves nothing.
     *
     * @param reason for people: what is wrong, and what to do
     */
    record Refused(String reason) implements Verdict {}
}

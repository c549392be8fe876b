package org.evenkeel.daemon.identity;

import org.evenkeel.daemon.files.LibraryOnDemand;
import org.evenkeel.security.identity.CertificateIssuer;
import org.evenkeel.security.identity.IdentityException;

/** Finds the code that issues certificates, which only a process that opens an authority loads. */
final class CertificateIssuers {
    private static final String DIRECTORY = "authority";

    static CertificateIssuer load() throws IdentityException {
        return LibraryOnDemand.load(DIRECTORY, CertificateIssuer.class)
                .orElseThrow(() ->
                        new IdentityException(
                                "no code to issue certificates in %s; install Evenkeel again"
                                        .formatted(LibraryOnDemand.directory(DIRECTORY))));
    }
}

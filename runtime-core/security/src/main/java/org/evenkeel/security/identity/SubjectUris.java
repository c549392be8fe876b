package org.evenkeel.security.identity;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The URIs in certificates. An end entity has {@code evenkeel://<cluster>/<role>/<name>} once for
 * each role; an authority has {@code evenkeel://<cluster>/authority} alone.
 */
final class SubjectUris {
    private static final String SCHEME = "evenkeel://";
    private static final String AUTHORITY = "authority";
    private static final int URI = 6; // GeneralName of RFC 5280
    private static final int MAX_URIS = CertRole.values().length;
    private static final int MAX_LENGTH = 160;

    /** One URI taken apart. */
    private record ParsedUri(String cluster, CertRole role, String name) {}

    static String write(Subject subject, CertRole role) {
        return SCHEME + subject.cluster() + "/" + role.spelling() + "/" + subject.name();
    }

    static String ofAuthority(String cluster) {
        return SCHEME + cluster + "/" + AUTHORITY;
    }

    /** The alternative names, which must all be URIs; empty when there are none. */
    static List<String> of(X509Certificate certificate) throws IdentityException {
        Collection<List<?>> names;
        try {
            names = certificate.getSubjectAlternativeNames();
        } catch (CertificateParsingException e) {
            throw new IdentityException("the names in the certificate cannot be read", e);
        }
        if (names == null) {
            return List.of();
        }
        if (names.size() > MAX_URIS) {
            throw new IdentityException(
                    "the certificate has " + names.size() + " names; each role needs one");
        }
        List<String> uris = new ArrayList<>();
        for (List<?> name : names) {
            if (name.size() < 2
                    || !Integer.valueOf(URI).equals(name.get(0))
                    || !(name.get(1) instanceof String uri)) {
                throw new IdentityException("a name in the certificate is not a URI");
            }
            uris.add(uri);
        }
        return uris;
    }

    /** The cluster of an authority's certificate. */
    static String clusterOfAuthority(X509Certificate authority) throws IdentityException {
        List<String> uris = of(authority);
        if (uris.size() == 1 && uris.getFirst().startsWith(SCHEME)) {
            String cluster =
                    uris.getFirst()
                            .substring(
                                    SCHEME.length(),
                                    Math.min(
                                            uris.getFirst().length(),
                                            SCHEME.length() + Subject.CLUSTER_LENGTH));
            if (Subject.isCluster(cluster) && uris.getFirst().equals(ofAuthority(cluster))) {
                return cluster;
            }
        }
        throw new IdentityException(
                "it does not name a cluster as " + SCHEME + "CLUSTER/" + AUTHORITY);
    }

    /** What these URIs, at least one, say together. */
    static Subject subject(List<String> uris) throws IdentityException {
        ParsedUri first = parse(uris.getFirst());
        Set<CertRole> roles = EnumSet.noneOf(CertRole.class);
        for (String uri : uris) {
            ParsedUri parsedUri = parse(uri);
            if (!parsedUri.cluster().equals(first.cluster())) {
                throw new IdentityException(
                        "the certificate names two clusters, %s and %s"
                                .formatted(first.cluster(), parsedUri.cluster()));
            }
            if (!parsedUri.name().equals(first.name())) {
                throw new IdentityException(
                        "the certificate has two names, "
                                + QuotedText.text(first.name())
                                + " and "
                                + QuotedText.text(parsedUri.name()));
            }
            if (!roles.add(parsedUri.role())) {
                throw new IdentityException(
                        "the certificate names the role " + parsedUri.role().spelling() + " twice");
            }
        }
        try {
            return new Subject(first.cluster(), first.name(), roles);
        } catch (IllegalArgumentException e) {
            throw new IdentityException("the certificate has no subject: " + e.getMessage(), e);
        }
    }

    private static ParsedUri parse(String uri) throws IdentityException {
        String[] parts =
                uri.startsWith(SCHEME) && uri.length() <= MAX_LENGTH
                        ? uri.substring(SCHEME.length()).split("/", -1)
                        : new String[0];
        if (parts.length != 3) {
            throw new IdentityException(
                    "the name %s in the certificate is not %sCLUSTER/ROLE/NAME"
                            .formatted(QuotedText.text(uri), SCHEME));
        }
        return new ParsedUri(parts[0], CertRole.parse(parts[1]), parts[2]);
    }
}

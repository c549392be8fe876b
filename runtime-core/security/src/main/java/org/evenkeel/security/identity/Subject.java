package org.evenkeel.security.identity;

import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.model.NodeId;

/**
 * Whom a certificate is about. It stands there as URIs, one for each role: {@code
 * evenkeel://<cluster>/<role>/<name>}.
 *
 * @param cluster 16 lower-case hexadecimal digits, drawn when the cluster is made
 * @param name of the node or the client, spelt as {@link NodeId} permits
 * @param roles at least one; iterated in the order of {@link CertRole}, never changed
 */
public record Subject(String cluster, String name, Set<CertRole> roles) {

    /** Length of a cluster's id, in characters. */
    public static final int CLUSTER_LENGTH = 16;

    /**
     * @throws IllegalArgumentException if a part is not as described
     */
    public Subject {
        if (!isCluster(cluster)) {
            throw new IllegalArgumentException(
                    QuotedText.text(cluster) + " is not a cluster id of 16 hexadecimal digits");
        }
        if (!NodeId.isValid(name)) {
            throw new IllegalArgumentException(
                    "%s is not a name of 1 to %s letters, digits, '.', '_' or '-'"
                            .formatted(QuotedText.text(name), NodeId.MAX_LENGTH));
        }
        if (roles.isEmpty()) {
            throw new IllegalArgumentException(name + " has no role");
        }
        roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
    }

    /**
     * Reads the subject of an end entity; says nothing of who signed it.
     *
     * @throws IdentityException if the names in it are not exactly such URIs, of one cluster and
     *     one name
     */
    public static Subject of(X509Certificate certificate) throws IdentityException {
        List<String> uris = SubjectUris.of(certificate);
        if (uris.isEmpty()) {
            throw new IdentityException("the certificate has no role: it contains no URI");
        }
        return SubjectUris.subject(uris);
    }

    /** The URIs of a certificate about this subject, in the order of the roles. */
    public List<String> uris() {
        return roles.stream().map(role -> SubjectUris.write(this, role)).toList();
    }

    /** The one URI of a certificate about a cluster's authority. */
    public static String authorityUri(String cluster) {
        return SubjectUris.ofAuthority(cluster);
    }

    public boolean has(CertRole role) {
        return roles.contains(role);
    }

    static boolean isCluster(String text) {
        return text.length() == CLUSTER_LENGTH
                && text.chars().allMatch(c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f');
    }

    /** {@code n1 (daemon, master) of cluster 0123456789abcdef}. */
    @Override
    public String toString() {
        return roles.stream()
                .map(CertRole::spelling)
                .collect(Collectors.joining(", ", name + " (", ") of cluster " + cluster));
    }
}

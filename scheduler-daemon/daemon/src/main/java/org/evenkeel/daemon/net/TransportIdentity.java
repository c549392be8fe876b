package org.evenkeel.daemon.net;

import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.Set;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Subject;

/** What the transport says of the other side, before it has said a word. */
public sealed interface TransportIdentity {

    /** On this machine and without TLS: it has to show that it knows a secret. */
    record Local() implements TransportIdentity {
        @Override
        public Set<CertRole> roles() {
            return EnumSet.allOf(CertRole.class);
        }

        @Override
        public String toString() {
            return "this machine";
        }
    }

    /** It has the key of a certificate that is valid. */
    record Certified(Subject subject, X509Certificate certificate) implements TransportIdentity {
        @Override
        public Set<CertRole> roles() {
            return subject.roles();
        }

        @Override
        public String toString() {
            return subject.toString();
        }
    }

    /** It has the key of a certificate that expired not long ago. */
    record Lapsed(Subject subject, X509Certificate certificate) implements TransportIdentity {
        @Override
        public Set<CertRole> roles() {
            return Set.of();
        }

        @Override
        public String toString() {
            return subject + ", expired";
        }
    }

    /** It has shown no certificate. */
    record Nameless() implements TransportIdentity {
        @Override
        public Set<CertRole> roles() {
            return Set.of();
        }

        @Override
        public String toString() {
            return "a process without a certificate";
        }
    }

    /** What it may do; of a local one, all that the owner of the cluster's directory may. */
    Set<CertRole> roles();

    /** Whether it may speak under this name. */
    default boolean isNamed(String name) {
        return switch (this) {
            case Local _ -> true;
            case Certified one -> one.subject().name().equals(name);
            case Lapsed _, Nameless _ -> false;
        };
    }
}

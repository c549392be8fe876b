package org.evenkeel.cli;

import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.model.JsonObject;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Fingerprint;
import org.evenkeel.security.identity.Subject;

/** A certificate in the words of the command line. */
record CertificateText(X509Certificate certificate) {

    /** 32 hexadecimal digits. */
    String serial() {
        return Issued.spell(certificate.getSerialNumber());
    }

    /** When it begins to count, local time. */
    String from() {
        return NumberFormatter.time(certificate.getNotBefore().toInstant().toString());
    }

    /** When it expires, local time. */
    String until() {
        return NumberFormatter.time(certificate.getNotAfter().toInstant().toString());
    }

    /** 64 hexadecimal digits. */
    static String fingerprint(X509Certificate certificate) {
        return Fingerprint.hex(certificate);
    }

    /** {@code daemon, master}. */
    static String roles(Set<CertRole> roles) {
        return roles.stream().map(CertRole::spelling).collect(Collectors.joining(", "));
    }

    /** For JSON. */
    Map<String, Object> fields(Subject subject) {
        return new JsonObject()
                .with("node", subject.name())
                .with("roles", subject.roles().stream().map(CertRole::spelling).toList())
                .with("serial", serial())
                .with("from", certificate.getNotBefore().toInstant().toString())
                .with("until", certificate.getNotAfter().toInstant().toString());
    }
}

package org.evenkeel.security.identity;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a certificate permits its holder to do; a certificate has one or several. */
public enum CertRole {
    /** Run a daemon: other daemons link to it and give it tasks. */
    DAEMON,

    /**
     * Command scheduling phases, as a daemon. Who admits machines has the authority's key besides.
     */
    MASTER,

    /** Submit tasks, which is to run code as the user of the workers. */
    SUBMIT,

    /** Look at everything and change nothing. */
    OBSERVE,

    /** End jobs of others and have nodes leave. */
    ADMIN;

    /** In certificates, flags and output: lower case. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The role of this spelling.
     *
     * @throws IdentityException naming those there are
     */
    public static CertRole parse(String spelling) throws IdentityException {
        for (CertRole role : values()) {
            if (role.spelling().equals(spelling)) {
                return role;
            }
        }
        throw new IdentityException(
                "unknown role "
                        + QuotedText.text(spelling)
                        + "; there are "
                        + Arrays.stream(values())
                                .map(CertRole::spelling)
                                .collect(Collectors.joining(", ")));
    }
}

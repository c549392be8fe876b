package org.evenkeel.daemon.net;

import java.security.cert.CertificateException;
import java.util.Objects;

/** Finds in a failed TLS handshake what a person can use. */
final class TlsFailure {

    private static final int MAX_DEPTH = 8;

    /** The words of a refused certificate when there are some, else those of the failure. */
    static String reason(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_DEPTH && cause != null; i++) {
            if (cause instanceof CertificateException) {
                return FrameConnection.cut(Objects.toString(cause.getMessage(), "bad certificate"));
            }
            cause = cause.getCause();
        }
        return FrameConnection.cut(
                "TLS: " + Objects.toString(failure.getMessage(), failure.toString()));
    }
}

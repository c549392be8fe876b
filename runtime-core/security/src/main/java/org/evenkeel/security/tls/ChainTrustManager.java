package org.evenkeel.security.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Judges by the chain alone. Names of hosts do not count: a machine is who its certificate says,
 * wherever it is.
 */
abstract class ChainTrustManager extends X509ExtendedTrustManager {

    private static final X509Certificate[] ANY = new X509Certificate[0];

    /** Whether who connects to us may. */
    abstract void checkClient(List<X509Certificate> chain) throws CertificateException;

    /** Whether whom we connect to is the right one. */
    abstract void checkServer(List<X509Certificate> chain) throws CertificateException;

    @Override
    public final void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        checkClient(List.of(chain));
    }

    @Override
    public final void checkClientTrusted(
            X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        checkClient(List.of(chain));
    }

    @Override
    public final void checkClientTrusted(
            X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        checkClient(List.of(chain));
    }

    @Override
    public final void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        checkServer(List.of(chain));
    }

    @Override
    public final void checkServerTrusted(
            X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        checkServer(List.of(chain));
    }

    @Override
    public final void checkServerTrusted(
            X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        checkServer(List.of(chain));
    }

    /** Empty: a client shows the one certificate that it has. */
    @Override
    public final X509Certificate[] getAcceptedIssuers() {
        return ANY.clone();
    }
}

package org.evenkeel.keepers;

import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Grpc;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCall.Listener;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.security.tls.ClusterTrustManager;

/**
 * Lets keepers in and no other daemon: the name in the certificate must be a keeper's, and each
 * message between keepers must be from that one. A session of TLS outlives a revocation; here it
 * counts within a second, for each message. Any thread may use it.
 */
final class PeerCheck implements ServerInterceptor {

    private static final long JUDGED_FOR_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Of a certificate: the name, and when it was judged. */
    private record Judged(String name, long atNanos) {}

    private static final int MOST_JUDGED = 64;

    private final ClusterTrustManager trust;
    private final PeerNames names;
    private final Refusals refusals;
    private final Map<X509Certificate, Judged> judged = new ConcurrentHashMap<>();

    PeerCheck(ClusterTrustManager trust, PeerNames names, Refusals refusals) {
        this.trust = trust;
        this.names = names;
        this.refusals = refusals;
    }

    @Override
    public <Q, A> Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        try {
            name(call);
        } catch (CertificateException e) {
            refuse(call, e);
            return new Listener<>() {};
        }
        return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(
                next.startCall(call, headers)) {
            private boolean refused;

            @Override
            public void onMessage(Q message) {
                if (refused) {
                    return;
                }
                try {
                    requireSender(call, message);
                } catch (CertificateException e) {
                    refused = true;
                    refuse(call, e);
                    return;
                }
                super.onMessage(message);
            }

            @Override
            public void onHalfClose() {
                if (!refused) {
                    super.onHalfClose();
                }
            }
        };
    }

    /** Judges again, too: a call between keepers lasts for hours. */
    private void requireSender(ServerCall<?, ?> call, Object message) throws CertificateException {
        String name = name(call);
        String requestor = Requestor.of(message);
        if (requestor != null && !requestor.equals(name)) {
            throw new CertificateException(
                    name + " sent a message that says it is from " + requestor);
        }
    }

    private String name(ServerCall<?, ?> call) throws CertificateException {
        SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null || !session.getProtocol().equals(ClusterTls.PROTOCOL)) {
            throw new CertificateException("keepers speak " + ClusterTls.PROTOCOL + " only");
        }
        String name = daemon(chain(session));
        if (!names.permits(name)) {
            throw new CertificateException(
                    name + " is not among the keepers that this one knows: add it first");
        }
        return name;
    }

    private String daemon(List<X509Certificate> chain) throws CertificateException {
        Judged known = judged.get(chain.getFirst());
        long now = System.nanoTime();
        if (known != null && now - known.atNanos() < JUDGED_FOR_NANOS) {
            return known.name();
        }
        if (judged.size() >= MOST_JUDGED) {
            judged.clear();
        }
        String name = PeerTrust.daemon(trust, chain).name();
        judged.put(chain.getFirst(), new Judged(name, now));
        return name;
    }

    private static List<X509Certificate> chain(SSLSession session) throws CertificateException {
        List<X509Certificate> chain = new ArrayList<>();
        try {
            for (Certificate each : session.getPeerCertificates()) {
                chain.add((X509Certificate) each);
            }
        } catch (SSLPeerUnverifiedException e) {
            throw new CertificateException("there is no certificate", e);
        }
        return chain;
    }

    private void refuse(ServerCall<?, ?> call, CertificateException why) {
        String reason = String.valueOf(why.getMessage());
        refusals.tell(reason);
        call.close(Status.PERMISSION_DENIED.withDescription(reason), new Metadata());
    }
}

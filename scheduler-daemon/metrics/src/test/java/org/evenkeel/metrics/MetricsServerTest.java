package org.evenkeel.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;
import org.evenkeel.daemon.config.TlsEngine;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.net.Tls;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets the page, and what others get. */
class MetricsServerTest {
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final String GET = "GET /metrics HTTP/1.1\r\nHost: n1\r\n\r\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private static HttpResponse<String> send(MetricsServer server, String path, String method)
            throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
            return client.send(
                    HttpRequest.newBuilder(uri)
                            .timeout(Duration.ofSeconds(30))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    @Test
    void pageIsServedAndWhatIsNotThereIsSaid() throws Exception {
        try (MetricsServer server = MetricsServer.start(ANY, null, () -> "evenkeel_x 1\n")) {
            HttpResponse<String> page = send(server, "/metrics", "GET");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).isEqualTo("evenkeel_x 1\n");
            assertThat(page.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain; version=0.0.4");
            assertThat(send(server, "/", "GET").statusCode()).isEqualTo(404);
            assertThat(send(server, "/", "GET").body()).contains("/metrics");
            assertThat(send(server, "/metrics", "POST").statusCode()).isEqualTo(405);
        }
    }

    @Test
    void aHeadHasNoBody() throws Exception {
        try (MetricsServer server = MetricsServer.start(ANY, null, () -> "evenkeel_x 1\n")) {
            assertThat(send(server, "/metrics", "HEAD").body()).isEmpty();
        }
    }

    /** Two connections that say nothing more keep no third one from being served. */
    @Test
    void slowReadersDoNotDelayOthers() throws Exception {
        try (MetricsServer server = MetricsServer.start(ANY, null, () -> "evenkeel_x 1\n");
                Socket one = new Socket(server.address().getAddress(), server.address().getPort());
                Socket two =
                        new Socket(server.address().getAddress(), server.address().getPort())) {
            one.getOutputStream().write('G');
            two.getOutputStream().write('G');
            assertThat(send(server, "/metrics", "GET").statusCode()).isEqualTo(200);
            assertThat(one.isClosed() || two.isClosed()).isFalse();
        }
    }

    @Test
    void aDaemonThatDoesNotAnswerIsSaid() throws Exception {
        try (MetricsServer server =
                MetricsServer.start(
                        ANY,
                        null,
                        () -> {
                            throw new IOException("the daemon did not answer in 5 s");
                        })) {
            HttpResponse<String> page = send(server, "/metrics", "GET");
            assertThat(page.statusCode()).isEqualTo(503);
            assertThat(page.body()).contains("did not answer");
        }
    }

    /** A web page can have a browser ask this machine under a name of its own. */
    @Test
    void anotherNameOfThisMachineIsRefused() throws Exception {
        try (MetricsServer server = MetricsServer.start(ANY, null, () -> "evenkeel_x 1\n");
                Socket socket =
                        new Socket(server.address().getAddress(), server.address().getPort())) {
            assertThat(ask(socket, GET.replace("n1", "evil.example")))
                    .contains("403")
                    .doesNotContain("evenkeel_x");
        }
    }

    @Test
    void onlyWhoMayLookAtTheClusterGetsIt() throws Exception {
        TestAuthority authority = new TestAuthority(directory);
        Set<BigInteger> revoked = ConcurrentHashMap.newKeySet();
        Tls tls = tls(authority.issue("n1", CertRole.DAEMON), revoked);
        Credentials observer = authority.issue("board", CertRole.OBSERVE);
        try (MetricsServer server =
                MetricsServer.start(ANY, tls.observers(), () -> "evenkeel_x 1\n")) {
            assertThat(ask(server, authority, Optional.of(observer))).contains("200", "evenkeel_x");
            assertThat(ask(server, authority, Optional.of(authority.issue("n2", CertRole.DAEMON))))
                    .contains("403", "n2", "does not have the role observe")
                    .doesNotContain("evenkeel_x");
            Instant longAgo = Instant.now().minus(Duration.ofDays(100));
            Credentials late = authority.issue("late", longAgo, CertRole.OBSERVE);
            assertThat(ask(server, authority, Optional.of(late)))
                    .contains("403", "has expired")
                    .doesNotContain("evenkeel_x");
            assertThatThrownBy(() -> ask(server, authority, Optional.empty()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void anOpenConnectionEndsWithItsCertificate() throws Exception {
        TestAuthority authority = new TestAuthority(directory);
        Set<BigInteger> revoked = ConcurrentHashMap.newKeySet();
        Tls tls = tls(authority.issue("n1", CertRole.DAEMON), revoked);
        Credentials observer = authority.issue("board", CertRole.OBSERVE);
        try (MetricsServer server =
                        MetricsServer.start(ANY, tls.observers(), () -> "evenkeel_x 1\n");
                SSLSocket socket = connect(server, authority, Optional.of(observer))) {
            assertThat(ask(socket, GET)).contains("200");
            revoked.add(observer.certificate().getSerialNumber());
            assertThat(ask(socket, GET)).contains("403", "revoked");
            assertThatThrownBy(() -> ask(server, authority, Optional.of(observer)))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aRenewedCertificateIsShownAtTheNextHandshake() throws Exception {
        TestAuthority authority = new TestAuthority(directory);
        Credentials first = authority.issue("n1", CertRole.DAEMON);
        Tls tls = tls(first, Set.of());
        Optional<Credentials> observer = Optional.of(authority.issue("board", CertRole.OBSERVE));
        Credentials now = first;
        try (MetricsServer server =
                MetricsServer.start(ANY, tls.observers(), () -> "evenkeel_x 1\n")) {
            for (int i = 0; i < 2; i++) {
                try (SSLSocket socket = connect(server, authority, observer)) {
                    assertThat(socket.getSession().getPeerCertificates()[0])
                            .isEqualTo(now.certificate());
                }
                now =
                        Credentials.of(
                                first.key(),
                                authority.authority.renew(
                                        first.certificate(),
                                        first.certificate().getPublicKey(),
                                        Instant.now()),
                                authority.authority.certificate());
                tls.show(now);
            }
        }
    }

    private static Tls tls(Credentials own, Set<BigInteger> revoked) throws Exception {
        return new Tls(own, InstantSource.system(), revoked::contains, TlsEngine.JDK);
    }

    private static SSLSocket connect(
            MetricsServer server, TestAuthority authority, Optional<Credentials> own)
            throws Exception {
        SSLSocket socket =
                (SSLSocket)
                        authority
                                .context(own)
                                .getSocketFactory()
                                .createSocket(
                                        server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(30_000);
        socket.startHandshake();
        return socket;
    }

    private static String ask(
            MetricsServer server, TestAuthority authority, Optional<Credentials> own)
            throws Exception {
        try (SSLSocket socket = connect(server, authority, own)) {
            return ask(socket, GET);
        }
    }

    /** The head and the body of an answer. */
    private static String ask(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        StringBuilder text = new StringBuilder();
        int length = Integer.MAX_VALUE;
        while (text.length() < length) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("the connection ended after \"" + text + "\"");
            }
            text.append((char) next);
            int end = text.indexOf("\r\n\r\n");
            if (end > 0 && length == Integer.MAX_VALUE) {
                String head = text.toString().toLowerCase(java.util.Locale.ROOT);
                int at = head.indexOf("content-length: ") + "content-length: ".length();
                length = end + 4 + Integer.parseInt(head.substring(at, head.indexOf("\r\n", at)));
            }
        }
        return text.toString();
    }
}

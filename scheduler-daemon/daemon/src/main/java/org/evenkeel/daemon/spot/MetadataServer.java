package org.evenkeel.daemon.spot;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The provider's server that tells a machine of itself. Follows no redirect, uses no proxy, and
 * reads no more than {@link #MAX_BYTES} of an answer.
 */
final class MetadataServer implements AutoCloseable {

    static final int MAX_BYTES = 64 << 10;
    static final Duration USUAL_LIMIT = Duration.ofSeconds(3);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final URI address;
    private final HttpClient client;

    MetadataServer(URI address) {
        this.address = address;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .proxy(ProxySelector.of(null))
                        .connectTimeout(USUAL_LIMIT)
                        .build();
    }

    /** An answer: its status is 200, or 404 with an empty body. */
    record Answer(boolean found, HttpHeaders headers, String body) {}

    /** Gets this path, which may have a query. */
    Answer get(String path, Map<String, String> headers, Duration limit)
            throws IOException, InterruptedException {
        return ask(request(path, headers).GET().build(), limit);
    }

    /** Puts nothing to this path. */
    Answer put(String path, Map<String, String> headers) throws IOException, InterruptedException {
        HttpRequest.BodyPublisher nothing = HttpRequest.BodyPublishers.noBody();
        return ask(request(path, headers).PUT(nothing).build(), USUAL_LIMIT);
    }

    private HttpRequest.Builder request(String path, Map<String, String> headers) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(address.resolve(path));
        headers.forEach(builder::header);
        return builder;
    }

    private Answer ask(HttpRequest request, Duration limit)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> coming =
                client.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BYTES));
        String what = request.uri().toString();
        try {
            HttpResponse<byte[]> response = coming.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            int status = response.statusCode();
            if (status != OK && status != NOT_FOUND) {
                throw new IOException(what + " answered with status " + status);
            }
            boolean found = status == OK;
            String body = found ? new String(response.body(), StandardCharsets.UTF_8) : "";
            return new Answer(found, response.headers(), body);
        } catch (TimeoutException e) {
            throw new IOException(what + " did not answer within " + limit.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(what + " cannot be read: " + cause.getMessage(), cause);
        } finally {
            coming.cancel(true);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

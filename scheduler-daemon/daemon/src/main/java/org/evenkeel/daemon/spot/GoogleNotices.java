package org.evenkeel.daemon.spot;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Preemption of Google Compute Engine: a value that becomes TRUE. The server holds its answer back
 * until the value differs from that with the tag that is named. ("Spot VMs", "Query VM metadata",
 * Compute Engine documentation.)
 */
final class GoogleNotices implements NoticeSource {
    private static final String PREEMPTED = "/computeMetadata/v1/instance/preempted";
    private static final String ETAG = "ETag";
    private static final Pattern KNOWN_ETAG = Pattern.compile("[0-9A-Za-z]{1,64}");
    private static final String FLAVOR = "Metadata-Flavor";
    private static final String GOOGLE = "Google";
    private static final Duration WAIT = Duration.ofSeconds(20);

    /** The machine is stopped half a minute after the value has changed. */
    private static final Duration WARNING = Duration.ofSeconds(30);

    private final MetadataServer server;
    private final InstantSource clock;
    private final Duration wait;

    /** Of the last answer; empty while there is none. */
    private String etag = "";

    private Instant notYetAt = Instant.MIN;
    private boolean failed;

    GoogleNotices(MetadataServer server, InstantSource clock) {
        this(server, clock, WAIT);
    }

    GoogleNotices(MetadataServer server, InstantSource clock, Duration wait) {
        this.server = server;
        this.clock = clock;
        this.wait = wait;
    }

    /** Without a tag, the server answers at once: the value may have changed since. */
    @Override
    public Optional<SpotNotice> ask() throws IOException, InterruptedException {
        boolean late = failed;
        failed = true;
        Optional<SpotNotice> notice = ask(late);
        failed = false;
        return notice;
    }

    private Optional<SpotNotice> ask(boolean late) throws IOException, InterruptedException {
        String held =
                etag.isEmpty()
                        ? ""
                        : "?wait_for_change=true&last_etag=%s&timeout_sec=%d"
                                .formatted(etag, wait.toSeconds());
        MetadataServer.Answer answer =
                server.get(
                        PREEMPTED + held,
                        Map.of(FLAVOR, GOOGLE),
                        wait.plus(MetadataServer.USUAL_LIMIT));
        if (!answer.headers().firstValue(FLAVOR).orElse("").equals(GOOGLE)) {
            throw new IOException("the answer is not Google's: it has no header " + FLAVOR);
        }
        String next = answer.headers().firstValue(ETAG).orElse("");
        etag = KNOWN_ETAG.matcher(next).matches() ? next : "";
        Instant now = clock.instant();
        return switch (answer.body().strip()) {
            case "TRUE" -> {
                Instant since = late && notYetAt.isAfter(Instant.MIN) ? notYetAt : now;
                yield Optional.of(
                        new SpotNotice(
                                "Google takes this machine away (preempted)", since.plus(WARNING)));
            }
            case "FALSE" -> {
                notYetAt = now;
                yield Optional.empty();
            }
            default -> throw new IOException("preempted is neither TRUE nor FALSE");
        };
    }
}

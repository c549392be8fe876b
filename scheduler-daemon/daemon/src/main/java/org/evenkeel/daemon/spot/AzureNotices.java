package org.evenkeel.daemon.spot;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Scheduled events of Azure, of which some end a machine. Events of a scale set come to all its
 * machines: those of others do not count. They are not approved: that would only hasten them.
 * ("Scheduled Events for Linux VMs", Azure documentation.)
 */
final class AzureNotices implements NoticeSource {
    private static final Map<String, String> METADATA = Map.of("Metadata", "true");
    private static final String EVENTS = "/metadata/scheduledevents?api-version=2020-07-01";
    private static final String NAME =
            "/metadata/instance/compute/name?api-version=2021-02-01&format=text";
    private static final List<String> ENDS = List.of("Preempt", "Terminate", "Redeploy", "Reboot");

    /** Of an event that has begun. */
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    /** Of one that is announced earlier, this is not yet a notice: it may be taken back. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final MetadataServer server;
    private final InstantSource clock;
    private String name = "";

    AzureNotices(MetadataServer server, InstantSource clock) {
        this.server = server;
        this.clock = clock;
    }

    @Override
    public Optional<SpotNotice> ask() throws IOException, InterruptedException {
        if (name.isEmpty()) {
            name = get(NAME).strip();
            if (name.isEmpty()) {
                throw new IOException("this machine's name is empty");
            }
        }
        Object events = JSON.std.mapFrom(get(EVENTS)).get("Events");
        if (!(events instanceof List<?> list)) {
            throw new IOException("there is no list of events");
        }
        for (Object event : list) {
            if (event instanceof Map<?, ?> fields && ends(fields)) {
                Instant deadline = deadline(fields);
                if (!deadline.isAfter(clock.instant().plus(LONGEST))) {
                    return Optional.of(
                            new SpotNotice(
                                    "Azure takes this machine away (%s)"
                                            .formatted(fields.get("EventType")),
                                    deadline));
                }
            }
        }
        return Optional.empty();
    }

    private String get(String path) throws IOException, InterruptedException {
        MetadataServer.Answer answer = server.get(path, METADATA, MetadataServer.USUAL_LIMIT);
        if (!answer.found()) {
            throw new IOException(path + " was not found");
        }
        return answer.body();
    }

    private boolean ends(Map<?, ?> event) {
        return ENDS.contains(String.valueOf(event.get("EventType")))
                && event.get("Resources") instanceof List<?> resources
                && resources.contains(name)
                && !"Completed".equals(event.get("EventStatus"));
    }

    private Instant deadline(Map<?, ?> event) {
        Instant soon = clock.instant().plus(AT_ONCE);
        return "Started".equals(event.get("EventStatus"))
                ? soon
                : time(event.get("NotBefore")).orElse(soon);
    }

    private static Optional<Instant> time(@Nullable Object said) {
        try {
            return Optional.of(
                    ZonedDateTime.parse(String.valueOf(said), DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

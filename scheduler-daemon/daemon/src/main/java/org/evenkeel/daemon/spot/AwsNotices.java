package org.evenkeel.daemon.spot;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interruption notices and rebalance recommendations of AWS, by version 2 of its instance metadata
 * service: a token of some hours, without which nothing is answered. ("Spot Instance interruption
 * notices", "EC2 instance rebalance recommendations", Amazon EC2 User Guide.)
 */
final class AwsNotices implements NoticeSource {
    private static final Logger LOG = LoggerFactory.getLogger(AwsNotices.class);
    private static final String TOKEN = "/latest/api/token";
    private static final String ACTION = "/latest/meta-data/spot/instance-action";
    private static final String REBALANCE = "/latest/meta-data/events/recommendations/rebalance";
    private static final List<String> ACTIONS = List.of("terminate", "stop", "hibernate");
    private static final Duration TOKEN_LIFE = Duration.ofHours(6);
    private static final int MAX_TOKEN = 1_024;

    /** AWS says it two minutes before. */
    private static final Duration WARNING = Duration.ofMinutes(2);

    /** There is no deadline: time for tasks to reach a checkpoint. */
    private static final Duration AFTER_RECOMMENDATION = Duration.ofMinutes(5);

    private final MetadataServer server;
    private final InstantSource clock;
    private final boolean leavesEarly;
    private String token = "";
    private Instant renewAt = Instant.MIN;
    private boolean recommended;

    /**
     * @param leavesEarly whether a recommendation to rebalance counts as a notice
     */
    AwsNotices(MetadataServer server, InstantSource clock, boolean leavesEarly) {
        this.server = server;
        this.clock = clock;
        this.leavesEarly = leavesEarly;
    }

    @Override
    public Optional<SpotNotice> ask() throws IOException, InterruptedException {
        renew();
        MetadataServer.Answer action = get(ACTION);
        if (action.found()) {
            return Optional.of(notice(action.body()));
        }
        if (get(REBALANCE).found()) {
            if (leavesEarly) {
                return Optional.of(
                        new SpotNotice(
                                "AWS recommends to leave this machine",
                                clock.instant().plus(AFTER_RECOMMENDATION)));
            }
            if (!recommended) {
                LOG.info("AWS recommends to leave this machine; spot.on-rebalance = ignore");
            }
            recommended = true;
        }
        return Optional.empty();
    }

    private MetadataServer.Answer get(String path) throws IOException, InterruptedException {
        try {
            return server.get(
                    path, Map.of("X-aws-ec2-metadata-token", token), MetadataServer.USUAL_LIMIT);
        } catch (IOException e) {
            renewAt = Instant.MIN; // it may have been revoked
            throw e;
        }
    }

    private void renew() throws IOException, InterruptedException {
        Instant now = clock.instant();
        if (now.isBefore(renewAt)) {
            return;
        }
        MetadataServer.Answer answer =
                server.put(
                        TOKEN,
                        Map.of(
                                "X-aws-ec2-metadata-token-ttl-seconds",
                                String.valueOf(TOKEN_LIFE.toSeconds())));
        String next = answer.body().strip();
        boolean printable = next.chars().allMatch(one -> one > ' ' && one < 0x7f);
        if (!answer.found() || next.isEmpty() || next.length() > MAX_TOKEN || !printable) {
            throw new IOException(TOKEN + " was not answered with a token");
        }
        token = next;
        renewAt = now.plus(TOKEN_LIFE.dividedBy(2));
    }

    private SpotNotice notice(String body) throws IOException {
        Map<String, Object> fields = JSON.std.mapFrom(body);
        String said = String.valueOf(fields.get("action"));
        String action = ACTIONS.contains(said) ? said : "unknown action";
        Instant latest = clock.instant().plus(WARNING);
        Instant deadline = time(fields.get("time")).filter(latest::isAfter).orElse(latest);
        return new SpotNotice("AWS takes this machine away (" + action + ")", deadline);
    }

    private static Optional<Instant> time(@Nullable Object said) {
        try {
            return Optional.of(Instant.parse(String.valueOf(said)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

package org.evenkeel.recorder.dashboard;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests for the past: {@code /past} says what there is, the others show the cluster, its
 * machines or jobs, a machine, a job or a task at a moment, {@code ?at=} milliseconds since 1970.
 */
final class PastRequests {

    static final String PATH = "/past";

    private static final String CLUSTER = PATH + "/cluster";
    private static final String JOBS = PATH + "/jobs";
    private static final String MACHINES = PATH + "/machines";
    private static final String MACHINE = PATH + "/machine/";
    private static final String JOB = PATH + "/job/";
    private static final String TASK = PATH + "/task/";

    /** The answer if there is no record, which is no failure. */
    private static final byte[] NOTHING = "null".getBytes(StandardCharsets.US_ASCII);

    private static final Pattern AT = Pattern.compile("at=([0-9]{1,14})");

    /** Whether a request is one of these. */
    static boolean isOne(String path) {
        return path.equals(PATH) || path.startsWith(PATH + "/");
    }

    /**
     * Answers one.
     *
     * @param past null where no recorder's files are looked for
     */
    static void serve(HttpExchange exchange, @Nullable PastPages past) throws IOException {
        String path = exchange.getRequestURI().getPath();
        OptionalLong at = at(exchange.getRequestURI().getRawQuery());
        if (at.isEmpty() && !path.equals(PATH)) {
            Answer.words(
                    exchange, 400, "there is no valid time: add ?at=, milliseconds since 1970");
            return;
        }
        byte[] bytes;
        try {
            bytes = past == null ? null : bytes(past, path, at.orElse(0));
        } catch (IllegalArgumentException e) {
            Answer.words(exchange, 400, String.valueOf(e.getMessage()));
            return;
        } catch (IOException e) {
            Answer.words(
                    exchange, 503, "what a recorder has kept cannot be read: " + e.getMessage());
            return;
        }
        if (bytes == null && path.equals(PATH)) {
            Answer.bytes(exchange, 200, "json", NOTHING);
        } else if (bytes == null) {
            Answer.words(exchange, 404, "no recorder had recorded this by then");
        } else {
            Answer.bytes(exchange, 200, "json", bytes);
        }
    }

    private static OptionalLong at(@Nullable String query) {
        Matcher matcher = AT.matcher(query == null ? "" : query);
        return matcher.matches()
                ? OptionalLong.of(TimeUnit.MILLISECONDS.toMicros(Long.parseLong(matcher.group(1))))
                : OptionalLong.empty();
    }

    /**
     * The answer, null for none.
     *
     * @throws IllegalArgumentException if the path names nothing that can be
     */
    private static byte @Nullable [] bytes(PastPages past, String path, long at)
            throws IOException {
        return switch (path) {
            case PATH -> past.range();
            case CLUSTER -> past.cluster(at);
            case JOBS -> past.jobs(at);
            case MACHINES -> past.machines(at);
            default -> {
                if (path.startsWith(MACHINE)) {
                    yield past.machine(path.substring(MACHINE.length()), at);
                }
                if (path.startsWith(JOB)) {
                    yield past.job(JobId.parse(path.substring(JOB.length())), at);
                }
                if (path.startsWith(TASK)) {
                    yield past.task(TaskId.parse(path.substring(TASK.length())), at);
                }
                throw new IllegalArgumentException("there is no page " + path);
            }
        };
    }
}

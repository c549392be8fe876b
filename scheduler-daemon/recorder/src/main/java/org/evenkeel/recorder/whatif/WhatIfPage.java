package org.evenkeel.recorder.whatif;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.Numbers;
import org.evenkeel.simulator.forecast.ForecastRefusedException;
import org.jspecify.annotations.Nullable;

/** Forecasts for the dashboard, one at a time. For any thread. */
public final class WhatIfPage {

    private static final int USUAL_RUNS = 100;
    private static final int MAX_RUNS = 500;

    /** Jobs of which a page has the forecast, and that its form offers. */
    private static final int MOST_SHOWN = 20;

    private static final int MOST_OFFERED = 500;
    private static final Duration FRESH = Duration.ofSeconds(20);

    private final Path store;
    private final ReentrantLock working = new ReentrantLock();
    private @Nullable Read read;

    /** What was read last, when, and for which moment. */
    private record Read(RecordedMoment moment, Instant made, @Nullable Instant at) {}

    /**
     * @param store the recorder's directory, whether it is there or not
     */
    public WhatIfPage(Path store) {
        this.store = store;
    }

    /**
     * The forecast that a browser asks for, as JSON: that of {@code evenkeel what-if --json}, and
     * {@code choices}; or why there is none, as {@code refused}.
     *
     * @param query of the address, encoded; null for none
     */
    public byte[] json(@Nullable String query, Instant now) throws IOException {
        if (!working.tryLock()) {
            return refused("another forecast is being computed; ask again in a moment");
        }
        try {
            return Files.isDirectory(store)
                    ? JSON.std.asBytes(fields(parameters(query), now))
                    : refused(
                            "no recorder has written " + store + "; start one: evenkeel recorder");
        } catch (ForecastRefusedException | IllegalArgumentException e) {
            return refused(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return refused("the records cannot be read: " + e.getMessage());
        } finally {
            working.unlock();
        }
    }

    private static byte[] refused(String why) throws IOException {
        return JSON.std.asBytes(Map.of("refused", why));
    }

    private Map<String, Object> fields(Map<String, List<String>> parameters, Instant now)
            throws IOException {
        Question question = question(parameters, now);
        WhatIf whatIf =
                new WhatIf(
                        store.toRealPath(),
                        WhatIf.MEMORY_MIB,
                        Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        RecordedMoment recorded = recorded(whatIf, question.at(), now);
        Map<String, Object> fields = new LinkedHashMap<>();
        try {
            WhatIfAnswer answer = whatIf.answer(question, recorded, now, _ -> {});
            fields.putAll(WhatIfJson.fields(answer, MOST_SHOWN));
            fields.put("moreJobs", Math.max(0, answer.jobs().size() - MOST_SHOWN));
        } catch (ForecastRefusedException | IllegalArgumentException e) {
            fields.put("refused", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fields.put("refused", "the dashboard is ending");
        }
        fields.put("choices", choices(recorded));
        return fields;
    }

    /** A moment that was just read is not read once more for each choice of the form. */
    private RecordedMoment recorded(WhatIf whatIf, @Nullable Instant at, Instant now)
            throws IOException {
        Read known = read;
        if (known != null
                && Objects.equals(known.at(), at)
                && Duration.between(known.made(), now).compareTo(FRESH) < 0) {
            return known.moment();
        }
        RecordedMoment moment = whatIf.read(at);
        read = new Read(moment, now, at);
        return moment;
    }

    private static Map<String, Object> choices(RecordedMoment recorded) {
        return new JsonObject()
                .with("at", recorded.at().toEpochMilli())
                .with("moreJobs", Math.max(0, recorded.moment().jobs().size() - MOST_OFFERED))
                .with("policy", recorded.moment().policy())
                .with("policies", Policies.all().stream().map(Policies.Entry::name).toList())
                .with(
                        "machines",
                        recorded.moment().machines().stream()
                                .limit(MOST_OFFERED)
                                .map(each -> Map.of("name", each.name(), "slots", each.slots()))
                                .toList())
                .with(
                        "jobs",
                        recorded.moment().jobs().stream()
                                .limit(MOST_OFFERED)
                                .map(job -> Map.of("job", job, "name", recorded.name(job)))
                                .toList());
    }

    // ---- What is asked

    private static Question question(Map<String, List<String>> parameters, Instant now) {
        String job = single(parameters, "job");
        String at = single(parameters, "at");
        String policy = single(parameters, "policy");
        String seed = single(parameters, "seed");
        return new Question(
                job == null ? null : JobId.parse(job).toString(),
                at == null ? null : MomentTime.parse(at, ZoneId.systemDefault(), now),
                Question.change(
                        policy,
                        parameters.getOrDefault("add", List.of()),
                        parameters.getOrDefault("without", List.of()),
                        parameters.getOrDefault("priority", List.of())),
                runs(single(parameters, "runs")),
                seed == null ? 1 : number(seed));
    }

    private static int runs(@Nullable String text) {
        long runs = text == null ? USUAL_RUNS : number(text);
        if (runs > MAX_RUNS) {
            throw new IllegalArgumentException(
                    "at most " + MAX_RUNS + " runs here; evenkeel what-if simulates more");
        }
        return (int) Math.max(0, runs);
    }

    private static long number(String text) {
        return Numbers.whole(text, Long.MIN_VALUE, Long.MAX_VALUE)
                .orElseThrow(() ->
                        new IllegalArgumentException("\"" + text + "\" is not a whole number"));
    }

    private static @Nullable String single(Map<String, List<String>> parameters, String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        return values.isEmpty() ? null : values.getLast();
    }

    /** The parameters of an address by their names; empty ones are not there. */
    static Map<String, List<String>> parameters(@Nullable String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String part : query == null ? new String[0] : query.split("&")) {
            int equals = part.indexOf('=');
            String value = equals < 0 ? "" : decoded(part.substring(equals + 1));
            if (!value.isBlank()) {
                parameters
                        .computeIfAbsent(part.substring(0, equals), _ -> new ArrayList<>())
                        .add(value.strip());
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}

package org.evenkeel.cli.journal;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.evenkeel.daemon.journal.RecordCodec;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.WireException;
import org.jspecify.annotations.Nullable;

/** Entries as human-readable lines; remembers what a key is about, because ends do not say it. */
public final class RecordLine {

    /** What {@code minWorkers} was called: in JSON for one version. */
    private static final String EARLIER_WIDTH = "width";

    private final RecordCodec codec = new RecordCodec();
    private final Map<Key, About> known = new HashMap<>();

    /** What a key is about: texts, empty when not known. */
    private record About(String task, String job, String owner) {}

    /** The fields of an entry, in their order. */
    public Map<String, Object> fields(String file, long offset, Entry entry) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("file", String.valueOf(Path.of(file).getFileName()));
        map.put("offset", offset);
        if (entry.isEnd()) {
            map.put("record", "ended");
            put(map, known.getOrDefault(entry.key(), ofKey(entry.key())));
            return map;
        }
        try {
            JournalRecord record = codec.decode(entry);
            String owner = "";
            if (record instanceof JournalRecord.Replica replica) {
                owner = replica.owner().id().name();
                record = replica.record();
            }
            About about = about(entry.key(), record, owner);
            put(map, record, about);
        } catch (WireException e) {
            map.put("record", "undecodable");
            map.put("problem", String.valueOf(e.getMessage()));
        }
        return map;
    }

    private About about(Key key, JournalRecord record, String owner) {
        About before = known.getOrDefault(key, new About("", "", owner));
        About now =
                switch (record) {
                    case JournalRecord.Accepted e ->
                            new About(
                                    e.task().toString(),
                                    e.accepted().kind().job().toString(),
                                    owner);
                    case JournalRecord.OfTask e ->
                            new About(e.task().toString(), before.job, owner);
                    case JournalRecord.JobOpened e -> new About("", e.job().toString(), "");
                    case JournalRecord.SessionComplete e ->
                            new About("", "", e.owner().id().name());
                    default -> before;
                };
        known.put(key, now);
        return now;
    }

    private static About ofKey(Key key) {
        return switch (RecordCodec.about(key)) {
            case RecordCodec.TaskKey task -> new About(task.task().toString(), "", "");
            case RecordCodec.JobKey job -> new About("", job.job().toString(), "");
            case RecordCodec.OtherKey _ -> new About("", "", "");
        };
    }

    private static void put(Map<String, Object> map, JournalRecord record, About about) {
        switch (record) {
            case JournalRecord.Accepted e -> {
                map.put("record", "accepted");
                put(map, about);
                map.put("grant", e.grant().toString());
                map.put("kind", e.accepted().kind().name());
                map.put("payload", payload(e.accepted().payload()));
            }
            case JournalRecord.Granted e -> {
                map.put("record", "granted");
                put(map, about);
                map.put("grant", e.grant().toString());
                map.put("failures", e.failures());
                map.put("deaths", e.deaths().size());
            }
            case JournalRecord.Done e -> {
                map.put("record", "done");
                put(map, about);
                map.put("grant", e.grant().toString());
                map.put("status", e.outcome().status().toString());
                map.put("node", e.ranOn());
                map.put("payload", payload(e.outcome().payload()));
            }
            case JournalRecord.JobOpened e -> {
                JournalRecord.JobLocation place = e.place();
                map.put(
                        "record",
                        switch (place.kind()) {
                            case HERE -> "job opened";
                            case GOING -> "job leaving";
                            case GONE -> place.node().isEmpty() ? "job ended" : "job left";
                            case COMING -> "job arriving";
                        });
                put(map, about);
                map.put("name", e.name());
                map.put("minWorkers", e.minWorkers());
                map.put(EARLIER_WIDTH, e.minWorkers());
                if (!place.node().isEmpty()) {
                    map.put("node", place.node());
                }
            }
            case JournalRecord.SessionComplete e -> {
                map.put("record", "session complete");
                put(map, about);
                map.put("session", Ids.text(e.session()));
                map.put("attachment", e.attachment());
                map.put("since", e.since());
            }
            default -> map.put("record", record.toString());
        }
    }

    private static void put(Map<String, Object> map, About about) {
        if (!about.task.isEmpty()) {
            map.put("task", about.task);
        }
        if (!about.job.isEmpty()) {
            map.put("job", about.job);
        }
        if (!about.owner.isEmpty()) {
            map.put("replicaOf", about.owner);
        }
    }

    private static String payload(@Nullable Payload payload) {
        return payload == null ? "none" : payload.toString();
    }

    /** The fields as one line, printable: kinds and names of jobs are as a submitter chose them. */
    public static String text(Map<String, Object> fields) {
        String rest =
                fields.entrySet().stream()
                        .skip(3)
                        .filter(field -> !field.getKey().equals(EARLIER_WIDTH))
                        .map(field -> field.getKey() + " " + field.getValue())
                        .collect(Collectors.joining(", "));
        return Printable.of(
                "%s:%-9s %-10s %s"
                        .formatted(
                                fields.get("file"),
                                fields.get("offset"),
                                Objects.requireNonNull(fields.get("record")),
                                rest));
    }
}

package org.evenkeel.wire;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.stream.Collectors;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;

/** Questions as text, for builds without {@link Feature#TYPED_ANSWERS}, and back. */
public final class Questions {
    /** The question as this reader knows it. */
    public static Query to(Features reader, Query query) {
        if (reader.has(Feature.TYPED_ANSWERS)) {
            return query;
        }
        String argument =
                switch (query.getTopic()) {
                    case TOPIC_TASKS, TOPIC_PHASES ->
                            query.hasMost() ? String.valueOf(query.getMost()) : "";
                    case TOPIC_EXPLAIN -> TaskIdMapper.toModel(query.getTask()).toString();
                    case TOPIC_JOBS -> query.getJob() == 0 ? "" : Ids.text(query.getJob());
                    case TOPIC_JOB ->
                            "%s %d %d"
                                    .formatted(
                                            Ids.text(query.getJob()),
                                            query.getAbove(),
                                            query.getMost());
                    default -> "";
                };
        return Query.newBuilder()
                .setId(query.getId())
                .setWhat(name(query.getTopic()))
                .setArgument(argument)
                .setCluster(query.getCluster())
                .build();
    }

    /** The field of {@link Answers} that has the answers. */
    static String name(Topic topic) {
        return Answers.getDescriptor().findFieldByNumber(topic.getNumber()).getName();
    }

    /**
     * The question with its topic, whichever build asks.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    public static Query typed(Query query) {
        if (query.getTopicValue() != 0) {
            return query;
        }
        String argument = query.getArgument();
        Query.Builder typed = query.toBuilder().clearWhat().clearArgument();
        Topic topic = topic(query.getWhat());
        switch (topic) {
            case TOPIC_TASKS, TOPIC_PHASES -> {
                if (!argument.isEmpty()) {
                    typed.setMost(most(argument));
                }
            }
            case TOPIC_EXPLAIN -> typed.setTask(TaskIdMapper.toWire(TaskId.parse(argument)));
            case TOPIC_JOBS -> typed.setJob(argument.isEmpty() ? 0 : job(argument));
            case TOPIC_JOB -> {
                String[] words = argument.split(" ", -1);
                typed.setJob(job(words[0]));
                if (words.length > 2) {
                    typed.setAbove(number(words[1])).setMost(most(words[2]));
                }
            }
            default -> {}
        }
        return typed.setTopic(topic).build();
    }

    private static Topic topic(String what) {
        FieldDescriptor field = Answers.getDescriptor().findFieldByName(what);
        Topic topic = field == null ? null : Topic.forNumber(field.getNumber());
        if (topic == null || topic.getNumber() >= Topic.TOPIC_FORGET_VALUE) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a query; use %s".formatted(what, names()));
        }
        return topic;
    }

    private static String names() {
        return Answers.getDescriptor().getFields().stream()
                .filter(field -> field.getNumber() < Topic.TOPIC_FORGET_VALUE)
                .map(FieldDescriptor::getName)
                .collect(Collectors.joining(", "));
    }

    private static long job(String text) {
        return JobId.parse(text).value();
    }

    private static int most(String text) {
        return (int) Math.min(number(text), Integer.MAX_VALUE);
    }

    private static long number(String text) {
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number", e);
        }
    }
}

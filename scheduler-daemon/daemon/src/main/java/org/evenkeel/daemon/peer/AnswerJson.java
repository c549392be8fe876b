package org.evenkeel.daemon.peer;

import com.fasterxml.jackson.jr.ob.JSON;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.List;
import org.evenkeel.wire.AnswerAssembly;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;

/**
 * Answers as JSON, for builds without {@code TYPED_ANSWERS}: that of a node, or that of a cluster
 * as {@code {"answers":[...],"silent":["n3"]}}. It is several times as long as what it is made of,
 * and has the same bound.
 */
final class AnswerJson {
    /**
     * Makes it.
     *
     * @param query the question, typed
     * @throws IOException if it is too long
     */
    static String of(Query query, Answers answers) throws IOException {
        FieldDescriptor field =
                Answers.getDescriptor().findFieldByNumber(query.getTopic().getNumber());
        List<?> nodes = (List<?>) answers.getField(field);
        if (!query.getCluster()) {
            return bounded(query, new StringBuilder(text(nodes.getFirst()))).toString();
        }
        StringBuilder json = new StringBuilder("{\"answers\":[");
        for (int i = 0; i < nodes.size(); i++) {
            bounded(query, json.append(i == 0 ? "" : ",").append(text(nodes.get(i))));
        }
        json.append("],\"silent\":").append(JSON.std.asString(answers.getSilentList()));
        return bounded(query, json.append('}')).toString();
    }

    private static String text(Object node) throws IOException {
        return JSON.std.asString(MessageJson.fields((Message) node));
    }

    private static StringBuilder bounded(Query query, StringBuilder json) throws IOException {
        int most = AnswerAssembly.maxBytes(query);
        if (json.length() > most) {
            throw new IOException(
                    "the answer exceeds %d characters in the form of your version; use %s"
                            .formatted(most, Software.OWN.version()));
        }
        return json;
    }
}

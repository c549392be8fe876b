package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.daemon.session.SubmitterLine;
import org.evenkeel.kernel.NodeStatus;

/**
 * What a node says of its submitters: {@code quotas}, for each what it has and what it may have, 0
 * where there is no limit.
 */
record QuotaAnswers(Sessions sessions, Function<String, NodeStatus.Processors> processors) {

    private static final int MAX_LINES = 1_000;

    void quotas(Map<String, Object> answer) {
        List<Object> lines = new ArrayList<>();
        List<SubmitterLine> all = sessions.submitters();
        for (SubmitterLine line : all.subList(0, Math.min(MAX_LINES, all.size()))) {
            lines.add(fields(line));
        }
        answer.put("submitters", lines);
        answer.put("more", all.size() > MAX_LINES);
    }

    private Map<String, Object> fields(SubmitterLine line) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("submitter", line.name());
        one.put("local", line.name().isEmpty());
        one.put("sessions", line.sessions());
        one.put("jobs", line.jobs());
        one.put("jobsLimit", line.quota().jobs());
        one.put("tasks", line.tasks());
        one.put("tasksLimit", line.quota().tasks());
        one.put("tasksWaiting", line.waiting());
        if (line.bytes() >= 0) {
            one.put("bytes", line.bytes());
        }
        one.put("bytesLimit", line.quota().bytes());
        if (line.quota().processors() > 0) {
            NodeStatus.Processors used = processors.apply(line.name());
            one.put("processors", used.used());
            one.put("tasksHeldBack", used.queuedByQuota());
        }
        one.put("processorsLimit", line.quota().processors());
        one.put("source", line.source());
        return one;
    }
}

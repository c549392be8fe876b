package org.evenkeel.daemon;

import java.io.IOException;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.evenkeel.daemon.log.JobLogs;
import org.evenkeel.daemon.log.LogPage;
import org.evenkeel.model.JobId;
import org.evenkeel.model.LogLevel;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.TaskIdMapper;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.evenkeel.wire.proto.LoggedPart;
import org.evenkeel.wire.proto.LogsAnswer;
import org.evenkeel.wire.proto.Query;
import org.jspecify.annotations.Nullable;

/** What a node has of the logs of jobs. */
record LogAnswers(NodeId self, JobLogs logs, JobAccess access) {
    /** Answers on the event loop, when the disk has. */
    void answer(Query query, BiConsumer<Answers, @Nullable String> then) {
        long from = query.getFromOrDefault(self.name(), 0);
        TaskId task = query.hasTask() ? TaskIdMapper.toModel(query.getTask()) : null;
        BiConsumer<LogPage.@Nullable Of, @Nullable IOException> reply =
                (page, failure) -> {
                    if (failure != null) {
                        String why = "node " + self + " cannot read the log: " + failure;
                        then.accept(Answers.getDefaultInstance(), why);
                    } else {
                        LogsAnswer.Builder answer = page == null ? none() : of(page, query);
                        then.accept(
                                Answers.newBuilder().addLogs(answer.setNode(self.name())).build(),
                                null);
                    }
                };
        if (query.getJob() != 0) {
            logs.read(new JobId(query.getJob()), task, from, reply);
        } else if (task != null) {
            logs.read(task, from, reply);
        } else {
            then.accept(Answers.getDefaultInstance(), "the question names neither job nor task");
        }
    }

    private static LogsAnswer.Builder none() {
        return LogsAnswer.newBuilder();
    }

    private LogsAnswer.Builder of(LogPage.Of found, Query query) {
        LogsAnswer.Builder answer =
                LogsAnswer.newBuilder().setKnown(true).setJob(found.job().toString());
        String refused = access.whyNot(query, found.job(), found.submitter(), "log");
        if (refused != null) {
            return answer.setRefused(refused);
        }
        LogPage page = found.page();
        answer.setNext(page.next()).setMore(page.more()).setCut(page.cut());
        page.parts().forEach(part -> answer.addParts(part(part)));
        return answer;
    }

    private static LogsAnswer.Part.Builder part(LoggedPart logged) {
        LogPart part = logged.getPart();
        TaskId task = TaskIdMapper.toModel(logged.getTask());
        LogsAnswer.Part.Builder answer =
                LogsAnswer.Part.newBuilder()
                        .setTask(task.toString())
                        .setNode(part.getNode())
                        .setEpoch(part.getEpoch())
                        .setAttempt(part.getGrant());
        for (LogLine line : part.getLinesList()) {
            LogLevel level = LogLevel.of(line.getLevel());
            answer.addLines(
                    LogsAnswer.Line.newBuilder()
                            .setNumber(line.getNumber())
                            .setAt(Instant.ofEpochMilli(line.getMillis()).toString())
                            .setLevel(level == null ? "" : level.spelling())
                            .setText(line.getText())
                            .setUnfinished(line.getUnfinished()));
        }
        return answer;
    }
}

package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.store.Database;
import org.evenkeel.wire.proto.ExplainAnswer;

/** What was recorded of a task until a moment. */
public final class RecordedStory {
    /**
     * The newest steps, in the order of their times.
     *
     * @param at microseconds since 1970
     * @param most steps
     */
    public static List<StoryLine> until(QueryDatabase database, TaskId task, long at, int most)
            throws IOException {
        String sql =
                """
                select node, epoch_us(time) as micros, seq, what, other, slot, reason
                from records where task = %s and time <= %s
                order by time desc, node desc, incarnation desc, seq desc limit %d\
                """
                        .formatted(Database.quoted(task.toString()), Select.time(at), most);
        return Select.list(database, sql, RecordedStory::line).reversed();
    }

    private static StoryLine line(ResultSet row) throws SQLException {
        Instant time = Instant.EPOCH.plus(row.getLong("micros"), ChronoUnit.MICROS);
        String what = Select.text(row, "what");
        int slot = row.getObject("slot") instanceof Number number ? number.intValue() : -1;
        ExplainAnswer.Step step =
                ExplainAnswer.Step.newBuilder()
                        .setSeq(row.getLong("seq"))
                        .setAt(time.toString())
                        .setKind(what)
                        .setWords(words(what))
                        .setOther(Select.text(row, "other"))
                        .setSlot(slot)
                        .setReason(Select.text(row, "reason"))
                        .build();
        return new StoryLine(time, Select.text(row, "node"), step);
    }

    /** Empty for what a later version records. */
    private static String words(String what) {
        for (TraceKind kind : TraceKind.values()) {
            if (kind.name().equals(what)) {
                return kind.words();
            }
        }
        return "";
    }
}

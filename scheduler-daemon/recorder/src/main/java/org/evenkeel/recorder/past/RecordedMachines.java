package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.top.LookUpdate;
import org.evenkeel.cli.top.TopJson;
import org.evenkeel.cli.top.TopState;
import org.evenkeel.recorder.past.RecordedNodes.Told;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.store.Database;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a cluster at a moment, as far as a recorder has kept what their nodes told.
 *
 * @param rows those of {@link TopJson#machines}
 * @param answers of the nodes that had answered shortly before, by their names
 */
public record RecordedMachines(List<Map<String, Object>> rows, Map<String, Answer> answers) {

    /** Links of one machine that are read. */
    private static final int MOST_LINKS = 1_000;

    private static final long MICROS = 1_000;

    /**
     * What a node told last.
     *
     * @param millis when that was heard, milliseconds since 1970
     */
    public record Answer(NodesAnswer node, long millis) {

        private static Answer of(Told told) {
            return new Answer(told.answer(), told.micros() / MICROS);
        }
    }

    /**
     * All machines.
     *
     * @param at microseconds since 1970
     */
    public static RecordedMachines at(QueryDatabase database, long at) throws IOException {
        RecordedNodes nodes = RecordedCluster.nodes(database, at);
        TopState state = new TopState(ZoneId.systemDefault());
        state.accept(new LookUpdate(RecordedCluster.look(nodes, at), ""));
        Map<String, Answer> answers = new HashMap<>();
        for (Told told : nodes.told()) {
            answers.put(told.answer().getNode(), Answer.of(told));
        }
        return new RecordedMachines(TopJson.machines(state), answers);
    }

    /**
     * What a node told last within the day before a moment, with its links of then.
     *
     * @return null if it told nothing
     */
    public static @Nullable Answer last(QueryDatabase database, String node, long at)
            throws IOException {
        Told told = RecordedNodes.last(database, node, at);
        if (told == null) {
            return null;
        }
        NodesAnswer.Builder answer = told.answer().toBuilder();
        answer.addAllNeighbours(neighbours(database, node, told.micros(), at));
        return Answer.of(new Told(answer.build(), told.micros()));
    }

    /** Those that the node named shortly before an answer of it was heard, or after that. */
    private static List<NodesAnswer.Neighbour> neighbours(
            QueryDatabase database, String node, long heard, long at) throws IOException {
        String sql =
                """
                select * from neighbours
                where node = %s and time > %s and time <= %s
                qualify row_number() over (partition by neighbour order by time desc) = 1
                order by neighbour limit %d\
                """
                        .formatted(
                                Database.quoted(node),
                                Select.time(heard - RecordedNodes.FRESH_MICROS),
                                Select.time(at),
                                MOST_LINKS);
        return Select.list(database, sql, RecordedMachines::neighbour);
    }

    private static NodesAnswer.Neighbour neighbour(ResultSet row) throws SQLException {
        return NodesAnswer.Neighbour.newBuilder()
                .setName(Select.text(row, "neighbour"))
                .setUp(row.getBoolean("up"))
                .setBelieved(Select.text(row, "believed"))
                .setTold(Select.text(row, "told"))
                .setRoom(row.getLong("room"))
                .setLosses(row.getInt("losses"))
                .build();
    }
}

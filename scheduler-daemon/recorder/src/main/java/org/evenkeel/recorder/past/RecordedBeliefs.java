package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.recorder.query.QueryDatabase;

/** What nodes believed of their neighbours at a moment. */
final class RecordedBeliefs {

    /** Most beliefs in an answer: those of a hundred nodes that are all neighbours. */
    private static final int MOST = 10_000;

    /** A list, and whether there are more. */
    record Listed(List<Map<String, Object>> beliefs, boolean more) {}

    /**
     * A map for each: {@code node}, {@code neighbour}, {@code up}, {@code believed}, {@code told},
     * {@code room}, and since when it was so, {@code since}, milliseconds since 1970; {@code
     * earlier} says that it was so before that already.
     *
     * @param since what was heard before does not count; microseconds since 1970
     * @param at the moment
     */
    static Listed at(QueryDatabase database, long since, long at) throws IOException {
        String sql =
                """
                with told as (
                  select *, concat_ws(' ', up, believed, told, room) as belief
                  from neighbours where time > %s and time <= %s),
                compared as (
                  select *, lag(belief) over each_pair as former,
                    row_number() over each_pair as number
                  from told window each_pair as (partition by node, neighbour order by time)),
                dated as (
                  select *, max(case when number = 1 or former <> belief then time end)
                      over (partition by node, neighbour) as changed,
                    min(time) over (partition by node, neighbour) as earliest
                  from compared)
                select node, neighbour, up, believed, told, room, epoch_ms(changed) as since_ms,
                  changed = earliest as earlier
                from dated
                qualify row_number() over (partition by node, neighbour order by time desc) = 1
                order by node, neighbour limit %d\
                """
                        .formatted(Select.time(since), Select.time(at), MOST + 1);
        List<Map<String, Object>> beliefs = Select.list(database, sql, RecordedBeliefs::fields);
        return new Listed(
                beliefs.subList(0, Math.min(MOST, beliefs.size())), beliefs.size() > MOST);
    }

    private static Map<String, Object> fields(ResultSet row) throws SQLException {
        return new JsonObject()
                .with("node", Select.text(row, "node"))
                .with("neighbour", Select.text(row, "neighbour"))
                .with("up", row.getBoolean("up"))
                .with("believed", Select.text(row, "believed"))
                .with("told", Select.text(row, "told"))
                .with("room", row.getLong("room"))
                .with("since", row.getLong("since_ms"))
                .with("earlier", row.getBoolean("earlier"));
    }
}

package org.evenkeel.recorder.query;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Passes a result to a writer, as far as a limit of rows permits. */
public final class ResultPrinter implements QueryDatabase.Taker {

    private final ResultWriter writer;
    private final long limit;
    private long rows;
    private boolean cut;
    private boolean begun;

    public ResultPrinter(ResultWriter writer, long limit) {
        this.writer = writer;
        this.limit = limit;
    }

    @Override
    public void take(ResultSet result) throws SQLException, IOException {
        ResultSetMetaData data = result.getMetaData();
        begun = true;
        writer.begin(ResultValues.columns(data));
        while (result.next()) {
            if (rows == limit) {
                cut = true;
                break;
            }
            writer.row(ResultValues.row(result, data));
            rows++;
        }
        writer.end();
    }

    /** Whether something may have been printed. */
    public boolean hasBegun() {
        return begun;
    }

    /** Rows that were printed. */
    public long rows() {
        return rows;
    }

    /** Whether there were more than the limit. */
    public boolean isCut() {
        return cut;
    }
}

package org.evenkeel.recorder.table;

/** What a column holds. */
public enum ColumnType {
    TEXT("VARCHAR"),
    COUNT("BIGINT"),
    NUMBER("INTEGER"),
    REAL("DOUBLE"),
    FLAG("BOOLEAN"),
    /** A row has it as microseconds since 1970, a {@code Long}. */
    TIME("TIMESTAMP");

    private final String sql;

    ColumnType(String sql) {
        this.sql = sql;
    }

    /** Its name in SQL. */
    public String sql() {
        return sql;
    }
}

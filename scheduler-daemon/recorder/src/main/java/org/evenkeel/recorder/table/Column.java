package org.evenkeel.recorder.table;

/**
 * A column of a table.
 *
 * @param words what it says, with the unit
 */
public record Column(String name, ColumnType type, String words) {

    static Column text(String name, String words) {
        return new Column(name, ColumnType.TEXT, words);
    }

    static Column count(String name, String words) {
        return new Column(name, ColumnType.COUNT, words);
    }

    static Column number(String name, String words) {
        return new Column(name, ColumnType.NUMBER, words);
    }

    static Column real(String name, String words) {
        return new Column(name, ColumnType.REAL, words);
    }

    static Column flag(String name, String words) {
        return new Column(name, ColumnType.FLAG, words);
    }

    static Column time(String name, String words) {
        return new Column(name, ColumnType.TIME, words);
    }
}

package org.evenkeel.recorder.table;

/**
 * A column of a table.
 *
 * @param words what it says, with the unit
 * @param stored its name in files: the one that it had first
 */
public record Column(String name, ColumnType type, String words, String stored) {

    private Column(String name, ColumnType type, String words) {
        this(name, type, words, name);
    }

    /** The same, which had this name in earlier versions. */
    Column storedAs(String earlier) {
        return new Column(name, type, words, earlier);
    }

    /** Whether earlier versions called it otherwise. */
    boolean isRenamed() {
        return !stored.equals(name);
    }

    /** The same under its earlier name. */
    Column earlier() {
        return new Column(stored, type, "earlier name of " + name + ", for one version");
    }

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

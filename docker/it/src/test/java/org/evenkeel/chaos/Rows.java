package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A table of two columns and a third for its bound, as text, Markdown and JSON. */
final class Rows {

    private record Row(String key, String words, String value, String bound) {}

    private final String title;
    private final List<Row> rows = new ArrayList<>();

    Rows(String title) {
        this.title = title;
    }

    /**
     * Adds a row.
     *
     * @param key in JSON; values that are numbers are numbers there
     */
    void add(String key, String words, Object value, String bound) {
        rows.add(new Row(key, words, String.valueOf(value), bound));
    }

    void add(String key, String words, Object value) {
        add(key, words, value, "");
    }

    String markdown() {
        StringBuilder text =
                new StringBuilder("**" + title + "**\n\n| | | bound |\n|---|---:|---|\n");
        for (Row row : rows) {
            text.append("| %s | %s | %s |%n".formatted(row.words(), row.value(), row.bound()));
        }
        return text.toString();
    }

    String json() {
        List<String> fields = new ArrayList<>();
        fields.add("\"title\": \"" + title + "\"");
        for (Row row : rows) {
            boolean number = row.value().matches("-?\\d+(\\.\\d+)?");
            String value = number ? row.value() : "\"" + row.value().replace("\"", "'") + "\"";
            fields.add("\"" + row.key() + "\": " + value);
        }
        return "{\n  " + String.join(",\n  ", fields) + "\n}\n";
    }

    /** Writes {@code NAME.md} and {@code NAME.json}, and prints it. */
    void publish(Path directory, String name) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(name + ".md"), markdown());
        Files.writeString(directory.resolve(name + ".json"), json());
        System.out.println(markdown());
    }
}

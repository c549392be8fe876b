package org.evenkeel.lab.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.SpellingSuggestion;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON file that knows its line and its keys, so that whoever is not content with it
 * can say where it is.
 */
final class JsonValue {
    private static final int MAX_DEPTH = 16;
    private static final JsonFactory FACTORY = new JsonFactory();

    private final String file;
    private final @Nullable JsonValue parent;
    private final String key;
    private final int line;

    /** A map, a list, a text, a number, a boolean, or null. */
    private final @Nullable Object value;

    private JsonValue(Parsing parsing, @Nullable JsonValue parent, String key) throws IOException {
        this.file = parsing.file();
        this.parent = parent;
        this.key = key;
        this.line = parsing.line();
        this.value = read(parsing);
    }

    private record Parsing(String file, JsonParser parser, int depth) {
        int line() {
            return parser.currentTokenLocation().getLineNr();
        }

        Parsing deeper() throws IOException {
            if (depth == MAX_DEPTH) {
                throw new PlanFileException(file, line(), "more than 16 nested brackets");
            }
            return new Parsing(file, parser, depth + 1);
        }
    }

    /**
     * Reads a file.
     *
     * @throws PlanFileException if it is no JSON, or something follows it
     */
    static JsonValue parse(String file, byte[] bytes) {
        try (JsonParser parser = FACTORY.createParser(bytes)) {
            parser.nextToken();
            JsonValue all = new JsonValue(new Parsing(file, parser, 0), null, "");
            if (parser.nextToken() != null) {
                throw new PlanFileException(
                        file, parser.currentTokenLocation().getLineNr(), "more than one value");
            }
            return all;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new PlanFileException(file, line, "invalid JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new PlanFileException(file, 1, "invalid JSON: " + e.getMessage());
        }
    }

    private @Nullable Object read(Parsing parsing) throws IOException {
        JsonParser parser = parsing.parser();
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw wrong("the file ends here, but a value is expected");
        }
        return switch (token) {
            case START_OBJECT -> fields(parsing.deeper());
            case START_ARRAY -> items(parsing.deeper());
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw wrong("a value is expected");
        };
    }

    private BigDecimal number(JsonParser parser) throws IOException {
        try {
            return parser.getDecimalValue();
        } catch (NumberFormatException e) {
            throw wrong("is not a finite number");
        }
    }

    private Map<String, JsonValue> fields(Parsing parsing) throws IOException {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        while (parsing.parser().nextToken() != JsonToken.END_OBJECT) {
            String name = parsing.parser().currentName();
            parsing.parser().nextToken();
            JsonValue field = new JsonValue(parsing, this, name);
            if (fields.put(name, field) != null) {
                throw field.wrong("is given twice");
            }
        }
        return fields;
    }

    private List<JsonValue> items(Parsing parsing) throws IOException {
        List<JsonValue> items = new ArrayList<>();
        while (parsing.parser().nextToken() != JsonToken.END_ARRAY) {
            items.add(new JsonValue(parsing, this, "[" + items.size() + "]"));
        }
        return items;
    }

    /** An error about this value. */
    PlanFileException wrong(String what) {
        String path = path();
        return new PlanFileException(file, line, path.isEmpty() ? what : path + ": " + what);
    }

    /** {@code clusters[0].taskTime}. */
    private String path() {
        if (parent == null) {
            return "";
        }
        String above = parent.path();
        return above.isEmpty() || key.startsWith("[") ? above + key : above + "." + key;
    }

    int line() {
        return line;
    }

    /** The fields of an object that has no others than these. */
    Fields fields(String... known) {
        if (!(value instanceof Map<?, ?> map)) {
            throw wrong("must be an object, {...}");
        }
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        map.forEach((name, field) -> fields.put((String) name, (JsonValue) field));
        for (Map.Entry<String, JsonValue> field : fields.entrySet()) {
            if (!List.of(known).contains(field.getKey())) {
                throw field.getValue()
                        .wrong(
                                "unknown key; "
                                        + SpellingSuggestion.hint(
                                                shortened(field.getKey()), List.of(known)));
            }
        }
        return new Fields(this, fields);
    }

    /** Comparing costs what its length is. */
    private static String shortened(String key) {
        return key.substring(0, Math.min(40, key.length()));
    }

    /** Fields of an object. */
    record Fields(JsonValue owner, Map<String, JsonValue> map) {

        /** One that must be there. */
        JsonValue get(String name) {
            JsonValue field = map.get(name);
            if (field == null) {
                throw owner.wrong(name + " is missing");
            }
            return field;
        }

        @Nullable JsonValue find(String name) {
            return map.get(name);
        }
    }

    List<JsonValue> items() {
        if (!(value instanceof List<?> list)) {
            throw wrong("must be a list, [...]");
        }
        return list.stream().map(JsonValue.class::cast).toList();
    }

    String text() {
        if (!(value instanceof String text)) {
            throw wrong("must be a string, \"...\"");
        }
        return text;
    }

    boolean isText() {
        return value instanceof String;
    }

    /** The name of something: a text, or a whole number as it is written. */
    String name() {
        if (value instanceof BigDecimal number && number.scale() == 0 && number.precision() < 19) {
            return number.toPlainString();
        }
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        throw wrong("must be a name: a string or a whole number");
    }

    BigDecimal decimal() {
        if (!(value instanceof BigDecimal number)) {
            throw wrong("must be a number");
        }
        return number;
    }

    /** A whole number from {@code least} on. */
    long whole(long least) {
        BigDecimal number = decimal();
        try {
            long whole = number.longValueExact();
            if (whole >= least) {
                return whole;
            }
        } catch (ArithmeticException e) {
            // said below
        }
        throw wrong("must be a whole number from " + least + " to " + Long.MAX_VALUE);
    }
}

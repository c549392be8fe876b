package org.evenkeel.wire;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The messages of {@code answers.proto} as JSON: names in camel case, values as they are. */
public final class MessageJson {

    /** A text, with the comma before it and the colon after it where it is a name. */
    private static final Pattern TEXT =
            Pattern.compile("(?:,\\s*+)?\"((?:[^\"\\\\]++|\\\\.)*+)\"(\\s*+:)?");

    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    /** It would warn of each field that only another build knows. */
    private static final Logger PARSER_LOG = Logger.getLogger(TextFormat.class.getName());

    static {
        PARSER_LOG.setLevel(Level.OFF);
    }

    private static final TextFormat.Parser PARSER =
            TextFormat.Parser.newBuilder().setAllowUnknownFields(true).build();

    /**
     * The fields in the order of the schema, as maps, lists, numbers, booleans and texts. What is
     * optional and not set is left out; everything else is there.
     */
    public static Map<String, Object> fields(Message message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (!field.hasPresence() || message.hasField(field)) {
                fields.put(field.getJsonName(), value(message.getField(field)));
            }
        }
        return fields;
    }

    private static Object value(Object value) {
        return switch (value) {
            case Message message -> fields(message);
            case List<?> list -> list.stream().map(MessageJson::value).toList();
            default -> value;
        };
    }

    /**
     * Reads a JSON object without nulls. Fields that the message does not have are skipped. JSON
     * differs from protobuf's text format in names alone: they have quotes and are in camel case,
     * and a comma precedes them.
     *
     * @throws IOException if it is no such object, or a field is of another type
     */
    public static void read(String json, Message.Builder into) throws IOException {
        String object = json.strip();
        if (!object.startsWith("{") || !object.endsWith("}")) {
            throw new IOException("invalid JSON: expected one object");
        }
        String fields =
                TEXT.matcher(object.substring(1, object.length() - 1))
                        .replaceAll(text ->
                                Matcher.quoteReplacement(
                                        text.group(2) == null
                                                ? text.group()
                                                : " " + snakeCase(text.group(1)) + ":"));
        PARSER.merge(fields, into);
    }

    private static String snakeCase(String name) {
        return CAPITAL.matcher(name).replaceAll("_$0").toLowerCase(Locale.ROOT);
    }
}

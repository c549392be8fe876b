package org.evenkeel.cli.query;

import com.google.protobuf.Message;
import java.util.List;
import org.evenkeel.model.Printable;

/**
 * A message with an escape for each character that a terminal would obey: names are what any
 * submitter chose.
 */
final class PrintableMessage {
    /** The same message otherwise. */
    static Message of(Message message) {
        Message.Builder printable = message.toBuilder();
        message.getAllFields().forEach((field, value) -> printable.setField(field, value(value)));
        return printable.build();
    }

    private static Object value(Object value) {
        return switch (value) {
            case String text -> Printable.of(text);
            case Message message -> of(message);
            case List<?> list -> list.stream().map(PrintableMessage::value).toList();
            default -> value;
        };
    }
}

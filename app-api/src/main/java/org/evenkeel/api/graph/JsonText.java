package org.evenkeel.api.graph;

import org.evenkeel.model.Numbers;

/** Writes JSON. */
final class JsonText {

    private final StringBuilder text = new StringBuilder();
    private boolean first = true;

    /** Begins an object or an array. */
    JsonText open(char bracket) {
        text.append(bracket);
        first = true;
        return this;
    }

    JsonText close(char bracket) {
        text.append(bracket);
        first = false;
        return this;
    }

    /** Another element of an array follows. */
    JsonText element() {
        if (!first) {
            text.append(',');
        }
        first = false;
        return this;
    }

    /** Another field follows. */
    JsonText name(String name) {
        element();
        quote(name);
        text.append(':');
        return this;
    }

    JsonText field(String name, String value) {
        name(name);
        quote(value);
        return this;
    }

    JsonText field(String name, long value) {
        name(name).text.append(value);
        return this;
    }

    JsonText field(String name, double value) {
        name(name).text.append(Numbers.format("%.6f", value));
        return this;
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(Numbers.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

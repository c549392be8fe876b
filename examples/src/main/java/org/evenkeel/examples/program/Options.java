package org.evenkeel.examples.program;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options a program knows; reads an argument list and writes the help text. */
public final class Options {
    private enum Kind {
        NUMBER,
        TEXT,
        FLAG
    }

    private final Map<String, Option> byName = new LinkedHashMap<>();

    private record Option(
            String name, Kind kind, String preset, long least, long most, String meaning) {}

    /** Adds {@code --name NUMBER} with what it is when not given and the bounds it must keep. */
    public Options number(String name, long preset, long least, long most, String meaning) {
        byName.put(
                name, new Option(name, Kind.NUMBER, Long.toString(preset), least, most, meaning));
        return this;
    }

    /** Adds {@code --name TEXT} with what it is when not given. */
    public Options text(String name, String preset, String meaning) {
        byName.put(name, new Option(name, Kind.TEXT, preset, 0, 0, meaning));
        return this;
    }

    /** Adds {@code --name}, off when not given. */
    public Options flag(String name, String meaning) {
        byName.put(name, new Option(name, Kind.FLAG, "0", 0, 1, meaning));
        return this;
    }

    /**
     * Reads {@code --name=value}, {@code --name value} and {@code --flag}.
     *
     * @throws UsageException naming what is wrong with which argument
     */
    public Values parse(String... arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        byName.values().forEach(option -> values.put(option.name, option.preset));
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            int equals = argument.indexOf('=');
            Option option = find(equals < 0 ? argument : argument.substring(0, equals));
            if (option.kind == Kind.FLAG) {
                if (equals >= 0) {
                    throw new UsageException("--" + option.name + " takes no value");
                }
                values.put(option.name, "1");
            } else if (equals >= 0) {
                values.put(option.name, read(option, argument.substring(equals + 1)));
            } else if (i + 1 < arguments.length) {
                values.put(option.name, read(option, arguments[++i]));
            } else {
                throw new UsageException(
                        argument
                                + (option.kind == Kind.TEXT ? " needs a text" : " needs a number")
                                + " behind it");
            }
        }
        return new Values(values);
    }

    private Option find(String argument) {
        Option option = argument.startsWith("--") ? byName.get(argument.substring(2)) : null;
        if (option != null) {
            return option;
        }
        String nearest = nearest(argument);
        throw new UsageException(
                "\""
                        + argument
                        + "\" is not an option"
                        + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }

    private @Nullable String nearest(String argument) {
        return byName.keySet().stream()
                .map(name -> "--" + name)
                .min(Comparator.comparingInt(name -> distance(name, argument)))
                .filter(name -> distance(name, argument) <= 3)
                .orElse(null);
    }

    /** Least number of letters to add, drop or change that make one word of the other. */
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(above[j - 1] + change, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[other.length()];
    }

    private static String read(Option option, String text) {
        return option.kind == Kind.TEXT ? text : Long.toString(readNumber(option, text));
    }

    private static long readNumber(Option option, String text) {
        long value;
        try {
            value = Long.parseLong(text.replace("_", "").replace(",", ""));
        } catch (NumberFormatException e) {
            throw new UsageException("--" + option.name + " needs a number, not \"" + text + "\"");
        }
        if (value < option.least || value > option.most) {
            throw new UsageException(
                    String.format(
                            Locale.ROOT,
                            "--%s is %,d to %,d, not %,d",
                            option.name,
                            option.least,
                            option.most,
                            value));
        }
        return value;
    }

    /** One line for each option. */
    List<String> help() {
        List<String> lines = new ArrayList<>();
        for (Option option : byName.values()) {
            String left = "--" + option.name + (option.kind == Kind.FLAG ? "" : " " + option.kind);
            String right = option.meaning + preset(option);
            lines.add(String.format(Locale.ROOT, "  %-20s %s", left, right));
        }
        return lines;
    }

    private static String preset(Option option) {
        return switch (option.kind) {
            case FLAG -> "";
            case TEXT -> option.preset.isEmpty() ? "" : " (default " + option.preset + ")";
            case NUMBER ->
                    String.format(Locale.ROOT, " (default %,d)", Long.parseLong(option.preset));
        };
    }

    /** What an argument list said, with defaults for what it did not. */
    public static final class Values {
        private final Map<String, String> values;

        private Values(Map<String, String> values) {
            this.values = values;
        }

        /** The number behind an option. */
        public long number(String name) {
            return Long.parseLong(text(name));
        }

        /** The text behind an option. */
        public String text(String name) {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("no such option: " + name);
            }
            return value;
        }

        /** The same for options whose bounds are those of an int or narrower. */
        public int whole(String name) {
            return Math.toIntExact(number(name));
        }

        /** Whether a flag was given. */
        public boolean has(String name) {
            return number(name) != 0;
        }
    }
}

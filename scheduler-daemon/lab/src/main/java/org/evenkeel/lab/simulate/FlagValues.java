package org.evenkeel.lab.simulate;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;

/** Reads the values of flags; what is wrong with one is told with the flag's name. */
public final class FlagValues {
    /** Those of some flags that were given; each is followed by its value. */
    public static List<String> given(@Nullable Object... flagsAndValues) {
        List<String> given = new ArrayList<>();
        for (int i = 0; i < flagsAndValues.length; i += 2) {
            if (flagsAndValues[i + 1] != null) {
                given.add(String.valueOf(flagsAndValues[i]));
            }
        }
        return given;
    }

    /** What a reader makes of a value. */
    public static <T> T read(String flag, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw new FlagException(flag, String.valueOf(e.getMessage()));
        }
    }

    /** The parts between commas that are not inside parentheses, at least one. */
    public static List<String> list(String flag, String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            if (c == '(') {
                depth++;
            } else if (c == ')' && --depth < 0) {
                break;
            } else if (c == ',' && (depth == 0 || i == text.length())) {
                parts.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        if (depth != 0 || parts.contains("")) {
            throw new FlagException(flag, "\"" + text + "\" is not a list; write a,b,c(x=1,y=2)");
        }
        return List.copyOf(parts);
    }

    /** The list, if nothing is in it twice: it would be simulated twice to the same result. */
    public static <T> List<T> distinct(String flag, List<T> list) {
        for (T each : list) {
            if (list.indexOf(each) != list.lastIndexOf(each)) {
                throw new FlagException(flag, each + " is given twice");
            }
        }
        return list;
    }

    /** Policies between commas as they were written, none twice. */
    public static List<String> policies(String flag, String text) {
        List<String> policies = list(flag, text);
        policies.forEach(policy -> read(flag, policy, Policies::parse));
        return distinct(flag, policies);
    }

    /** Whole numbers between commas. */
    static List<Integer> counts(String flag, String text) {
        return list(flag, text).stream()
                .map(part -> (int) count(flag, part, Integer.MAX_VALUE))
                .toList();
    }

    /** Numbers between commas. */
    public static List<Double> numbers(String flag, String text) {
        return list(flag, text).stream().map(part -> number(flag, part)).toList();
    }

    /** A number, finite and not negative. */
    public static double number(String flag, String text) {
        return Numbers.decimal(text, 0, Double.MAX_VALUE)
                .orElseThrow(() ->
                        new FlagException(flag, "\"" + text + "\" is not a number of 0 or more"));
    }

    /** A whole number from 1; {@code 100k}, {@code 1m} and {@code 1e6} are understood as well. */
    public static long count(String flag, String text, long most) {
        return count(flag, text, 1, most);
    }

    /** The same from another least number. */
    static long count(String flag, String text, long least, long most) {
        String digits = text.strip().toLowerCase(java.util.Locale.ROOT).replace("_", "");
        double unit = 1;
        if (digits.endsWith("k") || digits.endsWith("m")) {
            unit = digits.endsWith("k") ? 1e3 : 1e6;
            digits = digits.substring(0, digits.length() - 1);
        }
        double value =
                Numbers.decimal(digits, -Double.MAX_VALUE, Double.MAX_VALUE).orElse(Double.NaN)
                        * unit;
        if (!(value >= least && value <= most && value == Math.rint(value))) {
            throw new FlagException(
                    flag, "\"" + text + "\" is not a whole number from " + least + " to " + most);
        }
        return (long) value;
    }

    /** The lines of a file. */
    static List<String> lines(String flag, Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new FlagException(flag, file + " does not exist");
        } catch (MalformedInputException e) {
            throw new FlagException(flag, file + " is not UTF-8 text");
        } catch (IOException e) {
            throw new FlagException(flag, file + " cannot be read: " + e.getMessage());
        }
    }
}

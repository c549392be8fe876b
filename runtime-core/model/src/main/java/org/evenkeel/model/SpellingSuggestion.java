package org.evenkeel.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The known word that a mistyped one is nearest to, by edit distance. */
public final class SpellingSuggestion {
    /** The nearest known word, the first of them where several are equally near. */
    public static String to(String word, List<String> known) {
        if (known.isEmpty()) {
            throw new IllegalArgumentException("no known word to compare \"" + word + "\" with");
        }
        return Collections.min(known, Comparator.comparingInt(one -> distance(word, one)));
    }

    /** The end of an error message: {@code did you mean "x"? known are x, y}. */
    public static String hint(String word, List<String> known) {
        if (known.isEmpty()) {
            return "there are none";
        }
        return "did you mean \"" + to(word, known) + "\"? Known are " + String.join(", ", known);
    }

    /** How many characters must be inserted, deleted or replaced to make one word the other. */
    public static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}

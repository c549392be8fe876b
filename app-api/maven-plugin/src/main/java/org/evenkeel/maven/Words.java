package org.evenkeel.maven;

import java.util.ArrayList;
import java.util.List;

/** Words of a command line in one string, as Surefire, exec and Spring Boot read them. */
final class Words {

    private Words() {}

    /**
     * Splits at white space outside of single or double quotes, which are removed.
     *
     * @throws IllegalArgumentException if a quote has no end
     */
    static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                inWord = true;
            } else if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote has no end: " + line);
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /**
     * A word that {@link #split} returns as it is.
     *
     * @throws IllegalArgumentException if it has both kinds of quotes
     */
    static String quote(String word) {
        boolean isPlain = word.chars().noneMatch(c -> Character.isWhitespace(c) || isQuote(c));
        if (isPlain && !word.isEmpty()) {
            return word;
        }
        if (word.indexOf('"') < 0) {
            return '"' + word + '"';
        }
        if (word.indexOf('\'') < 0) {
            return "'" + word + "'";
        }
        throw new IllegalArgumentException("single and double quotes in one word: " + word);
    }

    private static boolean isQuote(int c) {
        return c == '"' || c == '\'';
    }
}

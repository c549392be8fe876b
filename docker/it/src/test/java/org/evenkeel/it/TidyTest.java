package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Comments, texts and pages use the field's terms: none of the words in {@code old-words.txt}.
 * Lines of Markdown fit into 120 columns, and commands can be pasted with their comments.
 */
class TidyTest {
    private static final int MAX_COLUMNS = 120;
    private static final Path ROOT = ProjectFiles.ROOT;

    /** A comment, a text block, a string or a character, whichever begins first. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    "/\\*[\\s\\S]*?\\*/|//[^\\n]*"
                            + "|\"\"\"(?:[^\\\\\"]|\\\\[\\s\\S]|\"(?!\"\"))*+\"\"\""
                            + "|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)*+'");

    /** The end of a line with what the next one begins with in a comment, or a joint of strings. */
    private static final Pattern JOINT =
            Pattern.compile("\\s*\\n\\s*(?:\\*(?!/)|//)?\\s*|\"\\s*\\+\\s*\"");

    /** A command of a page and, after two spaces or more, words that a shell takes as arguments. */
    private static final Pattern UNMARKED_COMMENT =
            Pattern.compile("^(?: {4})?(?:\\./)?evenkeel .*?\\S {2,}[^ #]");

    @Test
    void javaUsesTheTermsOfTheField() throws IOException {
        List<Pattern> words = oldWords();
        List<String> found = new ArrayList<>();
        for (Path file : files(".java")) {
            if (file.toString().contains("/src/main/")) {
                String text = texts(Files.readString(file));
                words.forEach(word -> report(file, text, word, found));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void pagesUseTheTermsOfTheField() throws IOException {
        List<Pattern> words = oldWords();
        List<String> found = new ArrayList<>();
        for (Path file : files(".md")) {
            String text = JOINT.matcher(Files.readString(file)).replaceAll(" ");
            words.forEach(word -> report(file, text, word, found));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void linesOfPagesFitIntoAScreen() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(".md")) {
            boolean code = false;
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (line.strip().startsWith("```")) {
                    code = !code;
                } else if (!code && !isTableLinkOrCode(line) && line.length() > MAX_COLUMNS) {
                    found.add(ROOT.relativize(file) + ":" + number);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void commentsBesideCommandsAreCommentsForTheShell() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : files(".md")) {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (UNMARKED_COMMENT.matcher(line).find()) {
                    found.add(ROOT.relativize(file) + ":" + number);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean isTableLinkOrCode(String line) {
        return line.startsWith("    ")
                || line.strip().startsWith("|")
                || line.contains("](")
                || line.contains("://");
    }

    private static void report(Path file, String text, Pattern word, List<String> found) {
        Matcher matcher = word.matcher(text);
        while (matcher.find()) {
            int from = Math.max(0, matcher.start() - 30);
            int to = Math.min(text.length(), matcher.end() + 30);
            found.add(ROOT.relativize(file) + ": " + text.substring(from, to).strip());
        }
    }

    /** Comments and strings of a source file, one a line, each joined to one line. */
    private static String texts(String source) {
        StringBuilder texts = new StringBuilder();
        Matcher token = TOKEN.matcher(source);
        int end = 0;
        while (token.find()) {
            boolean joined = source.substring(end, token.start()).strip().equals("+");
            texts.append(joined ? "" : "\n")
                    .append(JOINT.matcher(token.group().replace("\"", "")).replaceAll(" "));
            end = token.end();
        }
        return texts.toString();
    }

    private static List<Pattern> oldWords() throws IOException {
        try (InputStream list =
                Objects.requireNonNull(TidyTest.class.getResourceAsStream("old-words.txt"))) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.substring(0, line.indexOf(':')))
                    .map(TidyTest::word)
                    .toList();
        }
    }

    /** The word as it stands in a sentence; constants in capitals are not meant. */
    private static Pattern word(String word) {
        String first = word.substring(0, 1);
        return Pattern.compile("\\b(?i:" + first + ")" + Pattern.quote(word.substring(1)) + "\\b");
    }

    private static List<Path> files(String ending) throws IOException {
        return ProjectFiles.below(ROOT, ending).stream()
                .filter(file -> !ProjectFiles.isHidden(file))
                .filter(file -> !isRecord(ROOT.relativize(file)))
                .toList();
    }

    /**
     * Decisions keep the words of their day; a table of the planted bugs is written by a program.
     */
    private static boolean isRecord(Path file) {
        return file.startsWith("docs/adr") || file.endsWith("planted-bugs.md");
    }
}

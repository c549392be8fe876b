package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tests that pages name exist. */
class NamedTestsTest {
    private static final Path ROOT = ProjectFiles.ROOT;

    /** A class, perhaps with a method; not the end of a pattern as in {@code *ProcessIT}. */
    private static final Pattern NAMED =
            Pattern.compile(
                    "(?<![*\\w])([A-Z]\\w*[a-z0-9](?:Test|IT|Fuzz))\\b(?:[#.]([a-z]\\w+))?");

    /** A method of a class that stands elsewhere in the row. */
    private static final Pattern METHOD = Pattern.compile("`#([a-z]\\w+)`");

    private static final Pattern FILE_ENDING = Pattern.compile("java|md|sh|txt");

    private static final Map<String, String> SOURCES = new HashMap<>();

    @BeforeAll
    static void read() throws IOException {
        for (Path file : ProjectFiles.below(ROOT, ".java")) {
            if (file.toString().contains("/src/test/")) {
                String name = String.valueOf(file.getFileName()).replace(".java", "");
                SOURCES.merge(name, Files.readString(file), String::concat);
            }
        }
    }

    /** Decisions keep the names of their day. */
    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(ProjectFiles.below(ROOT.resolve("docs"), ".md"));
        pages.removeIf(page -> page.startsWith(ROOT.resolve("docs/adr")));
        pages.add(ROOT.resolve("README.md"));
        pages.add(ROOT.resolve("ci/mutations.txt"));
        return pages;
    }

    @Test
    void pagesNameTestsThatExist() throws IOException {
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Path page : pages()) {
            Matcher name = NAMED.matcher(Files.readString(page));
            while (name.find()) {
                named++;
                if (!exists(name.group(1), name.group(2))) {
                    missing.add(ROOT.relativize(page) + ": " + name.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(200);
    }

    @Test
    void pagesNameMethodsThatExist() throws IOException {
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Path page : pages()) {
            Matcher method = METHOD.matcher(Files.readString(page));
            while (method.find()) {
                named++;
                if (SOURCES.values().stream().noneMatch(test -> has(test, method.group(1)))) {
                    missing.add(ROOT.relativize(page) + ": " + method.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isPositive();
    }

    /** Each row of the table of mutations names what the file of the faults names. */
    @Test
    void pageNamesTheTestsOfTheMutations() throws IOException {
        List<String> faults =
                Files.readAllLines(ROOT.resolve("ci/mutations.txt")).stream()
                        .filter(line -> line.startsWith("test: "))
                        .map(line -> line.substring("test: ".length()).replaceFirst("#.*", ""))
                        .toList();
        String page = Files.readString(ROOT.resolve("docs/testing.md"));
        int begin = page.indexOf("\n## Mutations\n");
        List<String> rows =
                Pattern.compile("(?m)^\\| .* \\| `(\\w+)` \\|$")
                        .matcher(page.substring(begin, page.indexOf("\n## ", begin + 1)))
                        .results()
                        .map(row -> row.group(1))
                        .toList();
        assertThat(rows).isNotEmpty().isEqualTo(faults);
    }

    /**
     * Else ci/mutations.sh, which runs at night, ends at the first that is older than its source.
     */
    @Test
    void everyMutationCanBePutIn() throws IOException {
        String[] faults = Files.readString(ROOT.resolve("ci/mutations.txt")).split("(?m)^== ");
        List<String> unfit = new ArrayList<>();
        for (String fault : List.of(faults).subList(1, faults.length)) {
            String[] parts = fault.split("(?m)^--- (?:from|to)\\n");
            Matcher file = Pattern.compile("(?m)^file: (.*)$").matcher(parts[0]);
            assertThat(file.find()).as(parts[0]).isTrue();
            String source = Files.readString(ROOT.resolve(file.group(1).strip()));
            String lines = parts[1].stripTrailing();
            if (source.indexOf(lines) < 0 || source.indexOf(lines) != source.lastIndexOf(lines)) {
                unfit.add(parts[0].lines().findFirst().orElseThrow());
            }
        }
        assertThat(unfit).as("faults whose lines do not stand once in their files").isEmpty();
        assertThat(faults).hasSizeGreaterThan(10);
    }

    private static boolean exists(String test, String method) {
        String source = SOURCES.get(test);
        return source != null
                && (method == null || FILE_ENDING.matcher(method).matches() || has(source, method));
    }

    private static boolean has(String source, String method) {
        return source.contains("void " + method + "(");
    }
}

package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links of pages lead to files and headings of this project. */
class PageLinksTest {
    private static final Path ROOT = ProjectFiles.ROOT;
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern SITE = Pattern.compile("[a-z]+:.*");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");

    /** A heading that is a link, or has one. */
    private static final Pattern LINKED = Pattern.compile("\\[([^\\]]*)]\\([^)]*\\)");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void linksLeadToFilesAndHeadings() throws IOException {
        List<String> missing = new ArrayList<>();
        int followed = 0;
        for (Path page : ProjectFiles.below(ROOT, ".md")) {
            if (ProjectFiles.isHidden(page)) {
                continue;
            }
            Matcher link = LINK.matcher(withoutCode(page));
            while (link.find()) {
                if (SITE.matcher(link.group(1)).matches()) {
                    continue;
                }
                followed++;
                if (!leadsSomewhere(page, link.group(1))) {
                    missing.add(ROOT.relativize(page) + ": " + link.group(1));
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(followed).isGreaterThan(500);
    }

    private boolean leadsSomewhere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path to = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        return hash < 0
                ? Files.exists(to)
                : Files.isRegularFile(to) && anchors(to).contains(link.substring(hash + 1));
    }

    private Set<String> anchors(Path page) throws IOException {
        Set<String> known = anchors.get(page);
        if (known == null) {
            known = read(page);
            anchors.put(page, known);
        }
        return known;
    }

    /** As GitHub makes them; a heading that is there already gets a number. */
    private static Set<String> read(Path page) throws IOException {
        Set<String> found = new HashSet<>();
        Map<String, Integer> counts = new HashMap<>();
        Matcher heading = HEADING.matcher(withoutCode(page));
        while (heading.find()) {
            String text = LINKED.matcher(heading.group(1)).replaceAll("$1").strip();
            String anchor =
                    text.toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                            .replace(' ', '-');
            int count = counts.merge(anchor, 1, Integer::sum);
            found.add(count == 1 ? anchor : anchor + "-" + (count - 1));
        }
        return found;
    }

    private static String withoutCode(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }
}

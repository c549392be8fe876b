package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages about tests name the kinds and the classes that exist, and no others. */
class TestKindsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern KIND = Pattern.compile("^\\| `X?(\\w+)`", Pattern.MULTILINE);
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.\\w+)?`");
    private static final List<String> PAGES =
            List.of(
                    "docs/testing.md",
                    "docs/reliability.md",
                    "docs/delivery.md",
                    "docs/migration.md");

    /** Names of the test classes of all modules. */
    private static Set<String> classes() throws IOException {
        Set<String> names = new TreeSet<>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes of) {
                        String name = directory.getFileName().toString();
                        return name.equals("target") || name.equals(".git") || name.equals("main")
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes of) {
                        String name = file.getFileName().toString();
                        if (name.matches("\\w+(Test|IT)\\.java")) {
                            names.add(name.replace(".java", ""));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return names;
    }

    private static List<String> found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results().map(result -> result.group(1)).distinct().toList();
    }

    /** The kinds in the table of CONTRIBUTING, the more special ones first. */
    private static List<String> kinds() throws IOException {
        String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        return found(KIND, page.substring(page.indexOf("## Tests")));
    }

    private static String kindOf(String name, List<String> kinds) {
        return kinds.stream()
                .filter(name::endsWith)
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .orElse("none");
    }

    @Test
    void everyTestIsOfAKindThatContributingNames() throws IOException {
        List<String> kinds = kinds();
        assertThat(kinds).contains("Test", "ProcessIT");
        assertThat(classes())
                .hasSizeGreaterThan(100)
                .allSatisfy(name -> {
                    assertThat(kindOf(name, kinds)).as(name).isNotEqualTo("none");
                });
    }

    @Test
    void everyKindThatContributingNamesHasATest() throws IOException {
        List<String> kinds = kinds();
        Set<String> used = new TreeSet<>();
        classes().forEach(name -> used.add(kindOf(name, kinds)));
        assertThat(used).containsExactlyInAnyOrderElementsOf(kinds);
    }

    @Test
    void everyTestThatAPageNamesExists() throws IOException {
        Set<String> classes = classes();
        for (String page : PAGES) {
            List<String> named = found(NAMED, Files.readString(ROOT.resolve(page)));
            assertThat(named).as(page).isNotEmpty();
            assertThat(Stream.of(named.toArray(String[]::new)).filter(n -> !classes.contains(n)))
                    .as("named by " + page + " and not there")
                    .isEmpty();
        }
    }
}

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts each fault of ci/mutations.txt into a clone of the last commit, one after the other, and
 * demands that the test named beside it fails. See ci/mutations.sh.
 *
 * <p>Arguments: the clone, the file of faults, then names; none for all. Exit codes: 0 every fault
 * was found, 1 one was not, 2 a fault cannot be put in or does not compile.
 */
final class Mutations {
    private static final Pattern COUNTS =
            Pattern.compile("tests=\"(\\d+)\" errors=\"(\\d+)\" skipped=\"\\d+\" failures=\"(\\d+)\"");

    /**
     * One fault.
     *
     * @param file relative to the root of the project
     * @param test a test class of the same module, or MODULE/CLASS
     */
    private record Mutation(
            String name, String area, String wrong, String file, String test, String from, String to) {

        String module() {
            return test.contains("/") ? test.substring(0, test.lastIndexOf('/')) : file.substring(0, file.indexOf("/src/"));
        }

        String testClass() {
            return test.substring(test.lastIndexOf('/') + 1);
        }
    }

    private enum Result {
        FOUND("found"),
        SURVIVED("**not found**"),
        UNFIT("**does not compile**");

        final String text;

        Result(String text) {
            this.text = text;
        }
    }

    private final Path root;

    private Mutations(Path root) {
        this.root = root;
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        List<String> names = List.of(args).subList(2, args.length);
        List<Mutation> all =
                read(Files.readString(Path.of(args[1]))).stream()
                        .filter(m -> names.isEmpty() || names.contains(m.name))
                        .toList();
        if (all.isEmpty()) {
            System.err.println("mutations: none is called " + names);
            System.exit(2);
        }
        Mutations mutations = new Mutations(root);
        mutations.requireThatAllFit(all);
        List<String> rows = new ArrayList<>();
        List<Result> results = new ArrayList<>();
        for (Mutation one : all) {
            long begin = System.nanoTime();
            Result result = mutations.tryOne(one);
            long seconds = (System.nanoTime() - begin) / 1_000_000_000;
            results.add(result);
            System.err.printf(
                    "mutations: %d of %d, %s: %s after %d s%n",
                    results.size(), all.size(), one.name, result.text.replace("*", ""), seconds);
            rows.add(
                    "| %s | %s | %s | `%s` | %s |"
                            .formatted(one.name, one.area, one.wrong, one.testClass(), result.text));
        }
        System.out.println("| fault | where | what goes wrong | test | result |\n|---|---|---|---|---|");
        rows.forEach(System.out::println);
        long found = results.stream().filter(r -> r == Result.FOUND).count();
        System.out.printf("%n%d of %d mutations are found%n", found, all.size());
        System.exit(results.contains(Result.UNFIT) ? 2 : found == all.size() ? 0 : 1);
    }

    /** Blocks that begin with "== NAME", then "key: value" lines, then "--- from" and "--- to". */
    private static List<Mutation> read(String text) {
        List<Mutation> all = new ArrayList<>();
        String[] blocks = text.split("(?m)^== ");
        for (int i = 1; i < blocks.length; i++) {
            String[] parts = blocks[i].split("(?m)^--- (?:from|to)\\n");
            String head = parts[0];
            all.add(
                    new Mutation(
                            head.lines().findFirst().orElseThrow().strip(),
                            value(head, "area"),
                            value(head, "wrong"),
                            value(head, "file"),
                            value(head, "test"),
                            parts[1].stripTrailing(),
                            parts.length > 2 ? parts[2].stripTrailing() : ""));
        }
        return all;
    }

    private static String value(String head, String key) {
        Matcher matcher = Pattern.compile("(?m)^" + key + ": (.*)$").matcher(head);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no \"" + key + ":\" in the block " + head.strip());
        }
        return matcher.group(1).strip();
    }

    private void requireThatAllFit(List<Mutation> all) throws IOException {
        for (Mutation one : all) {
            String source = Files.readString(root.resolve(one.file));
            int count = source.split(Pattern.quote(one.from), -1).length - 1;
            if (count != 1) {
                System.err.printf(
                        "mutations: %s: the lines to be replaced stand %d times in %s, not once%n",
                        one.name, count, one.file);
                System.exit(2);
            }
        }
    }

    private Result tryOne(Mutation one) throws IOException, InterruptedException {
        Path file = root.resolve(one.file);
        String source = Files.readString(file);
        Files.writeString(file, source.replace(one.from, one.to));
        try {
            Path report = root.resolve(one.module()).resolve("target/surefire-reports");
            deleteReports(report);
            Process maven =
                    new ProcessBuilder(
                                    "./mvnw",
                                    "-q",
                                    "-pl",
                                    one.module(),
                                    "-am",
                                    "test",
                                    "-Dtest=" + one.testClass(),
                                    "-Devenkeel.patience=10",
                                    "-Devenkeel.test.limit=30 s",
                                    "-Dsurefire.failIfNoSpecifiedTests=false")
                            .directory(root.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(root.resolve("mutation-" + one.name + ".log").toFile())
                            .start();
            int exit = maven.waitFor();
            return judge(report, exit);
        } finally {
            Files.writeString(file, source);
        }
    }

    private static void deleteReports(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** A build that failed before the test ran has found nothing. */
    private static Result judge(Path reports, int exit) throws IOException {
        int failed = 0;
        int ran = 0;
        if (Files.isDirectory(reports)) {
            try (Stream<Path> files = Files.list(reports)) {
                for (Path file :
                        files.filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml")).toList()) {
                    Matcher counts = COUNTS.matcher(Files.readString(file));
                    if (counts.find()) {
                        ran += Integer.parseInt(counts.group(1));
                        failed += Integer.parseInt(counts.group(2)) + Integer.parseInt(counts.group(3));
                    }
                }
            }
        }
        if (ran == 0) {
            return Result.UNFIT;
        }
        return failed > 0 && exit != 0 ? Result.FOUND : Result.SURVIVED;
    }
}

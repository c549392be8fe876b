import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Reads the reports of Surefire and Failsafe of one or more runs of the same tests and prints what
 * differs between the runs and what is slow, as Markdown.
 *
 * <pre>
 * java ci/TestReports.java table DIR...   the runs, each failure with its seed, the slowest tests
 * java ci/TestReports.java count DIR...   one line: "1912 tests, 0 failed, 3 skipped"
 * </pre>
 *
 * Each DIR is one run: {@code TEST-*.xml} anywhere below it, and a file {@code run.properties} with
 * {@code seconds}, {@code exit} and {@code load} if the caller wrote one. Exit codes: 0 all runs
 * passed, 1 a test failed or a run has no reports, 2 usage.
 */
final class TestReports {
    private static final int SLOWEST = 20;
    private static final int MESSAGE_CHARACTERS = 160;
    private static final Pattern SEED =
            Pattern.compile("-Devenkeel\\.[\\w.]*seed=-?\\d+|\\bseed[ =:]+-?\\d+");

    private enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    /** One execution of one test. */
    private record Execution(String test, double seconds, Outcome outcome, String why) {}

    /** One run of all tests. */
    private record Run(String name, Properties properties, List<Execution> executions) {
        long count(Outcome outcome) {
            return executions.stream().filter(e -> e.outcome == outcome).count();
        }

        boolean passed() {
            return !executions.isEmpty()
                    && count(Outcome.FAILED) == 0
                    && properties.getProperty("exit", "0").equals("0");
        }

        double seconds() {
            return Double.parseDouble(properties.getProperty("seconds", "0"));
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 2 || !List.of("table", "count").contains(args[0])) {
            System.err.println("usage: java ci/TestReports.java table|count DIR...");
            System.exit(2);
        }
        List<Run> runs = new ArrayList<>();
        for (String directory : Arrays.asList(args).subList(1, args.length)) {
            runs.add(read(Path.of(directory)));
        }
        if (args[0].equals("count")) {
            System.out.println(total(runs));
        } else {
            printRuns(runs);
            printFailures(runs);
            printMissing(runs);
            printSlowest(runs);
        }
        System.exit(runs.stream().allMatch(Run::passed) ? 0 : 1);
    }

    private static Run read(Path directory)
            throws IOException, ParserConfigurationException, SAXException {
        Properties properties = new Properties();
        Path file = directory.resolve("run.properties");
        if (Files.exists(file)) {
            try (var reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
        }
        List<Path> reports;
        try (Stream<Path> files = Files.walk(directory)) {
            reports =
                    files.filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml"))
                            .sorted()
                            .toList();
        }
        List<Execution> executions = new ArrayList<>();
        for (Path report : reports) {
            executions.addAll(executions(report));
        }
        return new Run(directory.getFileName().toString(), properties, executions);
    }

    private static List<Execution> executions(Path report)
            throws IOException, ParserConfigurationException, SAXException {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        NodeList cases =
                factory.newDocumentBuilder()
                        .parse(report.toFile())
                        .getDocumentElement()
                        .getElementsByTagName("testcase");
        List<Execution> executions = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
            executions.add(execution((Element) cases.item(i)));
        }
        return executions;
    }

    private static Execution execution(Element testcase) {
        String type = testcase.getAttribute("classname");
        String name = testcase.getAttribute("name");
        String test = type.substring(type.lastIndexOf('.') + 1) + "." + name;
        double seconds = Double.parseDouble(testcase.getAttribute("time").replace(",", ""));
        String why = "";
        Outcome outcome = Outcome.PASSED;
        for (String kind : List.of("failure", "error", "flakyFailure", "flakyError")) {
            NodeList found = testcase.getElementsByTagName(kind);
            if (found.getLength() > 0) {
                outcome = Outcome.FAILED;
                why = found.item(0).getTextContent() + testcase.getTextContent();
            }
        }
        if (testcase.getElementsByTagName("skipped").getLength() > 0) {
            outcome = Outcome.SKIPPED;
        }
        return new Execution(test, seconds, outcome, why);
    }

    private static String total(List<Run> runs) {
        long all = runs.stream().mapToLong(r -> r.executions.size()).sum();
        return "%d tests, %d failed, %d skipped"
                .formatted(all, sum(runs, Outcome.FAILED), sum(runs, Outcome.SKIPPED));
    }

    private static long sum(List<Run> runs, Outcome outcome) {
        return runs.stream().mapToLong(r -> r.count(outcome)).sum();
    }

    private static void printRuns(List<Run> runs) {
        System.out.println("| run | load | time | tests | failed | skipped |");
        System.out.println("|---|---|---|---|---|---|");
        for (Run run : runs) {
            String failed =
                    run.passed() || run.count(Outcome.FAILED) > 0
                            ? "" + run.count(Outcome.FAILED)
                            : "the build, exit code " + run.properties.getProperty("exit", "?");
            System.out.printf(
                    "| %s | %s | %s | %d | %s | %d |%n",
                    run.name,
                    run.properties.getProperty("load", "none"),
                    clock(run.seconds()),
                    run.executions.size(),
                    failed,
                    run.count(Outcome.SKIPPED));
        }
        System.out.printf(
                "%n%d of %d runs passed; median time %s.%n",
                runs.stream().filter(Run::passed).count(),
                runs.size(),
                clock(median(runs.stream().map(Run::seconds).toList())));
    }

    private static void printFailures(List<Run> runs) {
        Map<String, List<String>> rows = new TreeMap<>();
        for (Run run : runs) {
            for (Execution each : run.executions) {
                if (each.outcome == Outcome.FAILED) {
                    rows.computeIfAbsent(each.test, key -> new ArrayList<>())
                            .add("run " + run.name + ": " + firstLine(each.why) + seed(each.why));
                }
            }
        }
        if (rows.isEmpty()) {
            return;
        }
        System.out.println("\n| test that failed | runs | what it said, seed |\n|---|---|---|");
        rows.forEach(
                (test, said) ->
                        System.out.printf(
                                "| %s | %d of %d | %s |%n",
                                test, said.size(), runs.size(), String.join("<br>", said)));
    }

    /** A test that is in some runs and not in others was hidden by a failure before it. */
    private static void printMissing(List<Run> runs) {
        TreeMap<String, Long> seen =
                runs.stream()
                        .flatMap(r -> new TreeSet<>(r.executions.stream().map(Execution::test).toList()).stream())
                        .collect(Collectors.groupingBy(t -> t, TreeMap::new, Collectors.counting()));
        seen.values().removeIf(count -> count == runs.size());
        if (!seen.isEmpty()) {
            System.out.printf("%nNot in every run: %d tests, for example %s.%n", seen.size(), seen.firstEntry().getKey());
        }
    }

    private static void printSlowest(List<Run> runs) {
        Map<String, List<Double>> times =
                runs.stream()
                        .flatMap(r -> r.executions.stream())
                        .collect(
                                Collectors.groupingBy(
                                        Execution::test,
                                        Collectors.mapping(
                                                Execution::seconds, Collectors.toList())));
        System.out.println("\n| slowest tests | median, s | longest, s |\n|---|---|---|");
        times.entrySet().stream()
                .sorted(Comparator.comparing(e -> -median(e.getValue())))
                .limit(SLOWEST)
                .forEach(
                        e ->
                                System.out.printf(
                                        "| %s | %.1f | %.1f |%n",
                                        e.getKey(),
                                        median(e.getValue()),
                                        e.getValue().stream().mapToDouble(d -> d).max().orElse(0)));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    private static String clock(double seconds) {
        return "%d:%02d min".formatted((int) seconds / 60, (int) seconds % 60);
    }

    private static String firstLine(String why) {
        String line = why.strip().lines().limit(3).map(String::strip).collect(Collectors.joining(" "));
        line = line.replace('|', '/').replace('<', '(').replace('>', ')');
        return line.length() > MESSAGE_CHARACTERS ? line.substring(0, MESSAGE_CHARACTERS) + "…" : line;
    }

    private static String seed(String why) {
        Matcher matcher = SEED.matcher(why);
        return matcher.find() ? " [" + matcher.group() + "]" : " [no seed]";
    }
}

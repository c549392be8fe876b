package org.evenkeel.chaos;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.hostile.AttackerMain;

/** An {@link AttackerMain} as a process of its own that gets out of everybody's way. */
final class Attacker implements AutoCloseable {

    private static final Pattern COUNT = Pattern.compile("(\\w+)=(\\d+)");

    private final Process process;
    private final Path errors;
    private final BufferedReader answers;
    private final Writer orders;

    /** What it counted: by the name of the attack, then of the count. */
    record Report(Map<String, Map<String, Long>> counts, Map<String, String> lines, long cpuNanos) {

        long count(String attack, String what) {
            return counts.getOrDefault(attack, Map.of()).getOrDefault(what, 0L);
        }

        /** Of all attacks whose name begins so. */
        long sum(String attacks, String what) {
            return counts.keySet().stream()
                    .filter(name -> name.startsWith(attacks))
                    .mapToLong(name -> count(name, what))
                    .sum();
        }
    }

    Attacker(Path home, Path errors) throws IOException {
        this.errors = errors;
        process =
                new ProcessBuilder(
                                "nice",
                                "-n",
                                "19",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                ClientProcess.classes()
                                        + File.pathSeparator
                                        + home.resolve("lib/daemon")
                                        + File.separator
                                        + "*",
                                AttackerMain.class.getName())
                        .redirectError(errors.toFile())
                        .start();
        answers =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Gives an order, and waits until it is done. */
    Report order(String... words) throws IOException {
        orders.write(String.join(" ", words) + "\n");
        orders.flush();
        Map<String, Map<String, Long>> counts = new TreeMap<>();
        Map<String, String> lines = new TreeMap<>();
        long cpu = 0;
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            String[] parts = line.split(" ", 3);
            switch (parts[0]) {
                case "done" -> {
                    return new Report(counts, lines, cpu);
                }
                case "cpu_nanos" -> cpu = Long.parseLong(parts[1]);
                case "attack" -> {
                    String told = parts.length > 2 ? parts[2] : "";
                    lines.put(parts[1], told);
                    Map<String, Long> its = new TreeMap<>();
                    Matcher count = COUNT.matcher(told);
                    while (count.find()) {
                        its.put(count.group(1), Long.parseLong(count.group(2)));
                    }
                    counts.put(parts[1], its);
                }
                default -> {} // a library's own words
            }
        }
        throw new IOException(
                "the attacker ended at "
                        + String.join(" ", words)
                        + ":\n"
                        + Files.readString(errors));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

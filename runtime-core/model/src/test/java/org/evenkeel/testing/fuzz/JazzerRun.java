package org.evenkeel.testing.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One run of Jazzer over one target, in a JVM of its own: its agent weaves into every class, and it
 * serves one target per process. Everything it makes is in {@code target/fuzz/NAME}: {@code corpus}
 * grows from run to run, {@code crash-…} are findings, {@code log} is what it said.
 */
final class JazzerRun {

    private final FuzzTarget target;
    private final Path seeds;
    private final FuzzLimit limit;
    private final Path directory;

    /**
     * @param seeds inputs to begin with; never written to
     */
    JazzerRun(FuzzTarget target, Path seeds, FuzzLimit limit) {
        this.target = target;
        this.seeds = seeds;
        this.limit = limit;
        this.directory =
                Path.of("target", limit.isRepeatable() ? "fuzz-sample" : "fuzz", target.name())
                        .toAbsolutePath();
    }

    /** The directory of the inputs that showed something new. */
    Path found() {
        return directory.resolve("corpus");
    }

    /** Runs to its limit; an {@link AssertionError} names the file of a finding. */
    void run() throws IOException, InterruptedException {
        Files.createDirectories(found());
        if (limit.isRepeatable()) {
            forgetEarlierRuns();
        }
        Path log = directory.resolve("log");
        ProcessBuilder builder =
                new ProcessBuilder(command())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        // The same everywhere, and the locale in which the fewest names are names of files.
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        int exit;
        try {
            exit = process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(log, StandardCharsets.ISO_8859_1);
        if (exit != 0) {
            throw new AssertionError(
                    "Jazzer ended with %d:%n%s%nits finding is the newest of %s, its log %s"
                            .formatted(exit, finding(said), findings(), log));
        }
        said.lines()
                .filter(line -> line.contains("DONE"))
                .forEach(line -> System.out.println(target.name() + ": " + line));
    }

    /** Inputs of an earlier run would lead this one elsewhere. */
    private void forgetEarlierRuns() throws IOException {
        try (Stream<Path> inputs = Files.list(found())) {
            for (Path input : inputs.toList()) {
                Files.delete(input);
            }
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-Xmx768m",
                        "-XX:+UseSerialGC",
                        "-XX:+EnableDynamicAgentLoading",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dlogback.configurationFile=fuzz/logback-silent.xml",
                        "-D" + FuzzEntry.TARGET + "=" + target.getClass().getName(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + FuzzEntry.class.getName(),
                        "--instrumentation_includes=org.evenkeel.**:com.esotericsoftware.**",
                        "--instrumentation_excludes=org.evenkeel.testing.**",
                        // It fails in class initialisers of Netty.
                        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.UnsafeSanitizer",
                        "--reproducer_path=" + directory,
                        "-artifact_prefix=" + directory + "/",
                        "-timeout=600", // for what never ends; the guard counts processor time
                        "-rss_limit_mb=0"));
        if (limit.isRepeatable()) {
            command.add(1, "-XX:TieredStopAtLevel=1"); // it ends before optimised code pays
        }
        command.addAll(limit.flags());
        command.addAll(List.of(found().toString(), seeds.toAbsolutePath().toString()));
        return command;
    }

    private static String finding(String said) {
        int at = said.indexOf("== ");
        return said.substring(Math.max(0, at < 0 ? said.length() - 2_000 : at));
    }

    private List<Path> findings() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().contains("-"))
                    .toList();
        }
    }
}

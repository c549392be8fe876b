package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The program Prometheus, with a directory of its own; it looks at everything once a second. */
final class Prometheus implements AutoCloseable {
    private static final Path UNPACKED = Path.of("/var/cache/evenkeel-prometheus/usr/bin");
    private static final long LIMIT_SECONDS = 30;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path directory;
    private final Process process;
    private final int port;

    private Prometheus(Path directory, int port, Process process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    /** Where a program of the package is. */
    static Optional<Path> program(String name) {
        return Stream.concat(
                        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                                .map(Path::of),
                        Stream.of(UNPACKED))
                .map(each -> each.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Starts it.
     *
     * @param jobs what it scrapes, the lists below {@code scrape_configs}
     * @param rules a file of rules
     */
    static Prometheus start(Path directory, String jobs, String rules) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("rules.yaml"), rules);
        Path configuration = directory.resolve("prometheus.yaml");
        Files.writeString(
                configuration,
                "global: {scrape_interval: 1s, evaluation_interval: 1s}\n"
                        + "rule_files: [rules.yaml]\nscrape_configs:\n"
                        + jobs);
        int port = Ports.reserve(1);
        Process process =
                new ProcessBuilder(
                                program("prometheus").orElseThrow().toString(),
                                "--config.file=" + configuration,
                                "--storage.tsdb.path=" + directory.resolve("data"),
                                "--web.listen-address=127.0.0.1:" + port)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("prometheus.log").toFile())
                        .start();
        return new Prometheus(directory, port, process);
    }

    /** The labels of what an expression finds now. */
    List<Map<String, Object>> query(String expression) throws IOException, InterruptedException {
        URI uri =
                URI.create(
                        "http://127.0.0.1:"
                                + port
                                + "/api/v1/query?query="
                                + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        String answer =
                client.send(
                                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                                BodyHandlers.ofString())
                        .body();
        List<Map<String, Object>> found = new ArrayList<>();
        if (JSON.std.mapFrom(answer).get("data") instanceof Map<?, ?> data
                && data.get("result") instanceof List<?> results) {
            for (Object result : results) {
                found.add(map(map(result).get("metric")));
            }
            return found;
        }
        throw new IOException(expression + ": " + answer);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    /** What it wrote, for failures. */
    String log() {
        try {
            return Files.readString(directory.resolve("prometheus.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** What promtool says to a text on its standard input; nothing if all is well. */
    static String promtool(Path input, String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(program("promtool").orElseThrow().toString()));
        line.addAll(List.of(words));
        Path out = Files.createTempFile("promtool", ".out");
        try {
            Process process =
                    new ProcessBuilder(line)
                            .redirectInput(input.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(out.toFile())
                            .start();
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            String said = Files.readString(out);
            assertThat(process.exitValue()).as(said).isZero();
            return said;
        } finally {
            Files.delete(out);
        }
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

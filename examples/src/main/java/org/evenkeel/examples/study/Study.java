package org.evenkeel.examples.study;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.examples.program.Usage;

/** The program: submits a task for each row and writes the rows with their results. */
public final class Study {
    private static final List<String> NO_RESULTS = Collections.nCopies(RowTask.RESULTS.size(), "");

    private Study() {}

    public static void main(String[] arguments) throws Exception {
        Usage.check("usage: Study [IN.csv [OUT.csv]]", 2, arguments);
        List<List<String>> rows = List.of();
        try {
            rows = Csv.rows(lines(arguments), RowTask.INPUTS);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
        try (Writer out = out(arguments);
                Cluster cluster = Evenkeel.connect()) {
            run(cluster, rows, out);
        }
    }

    private static void run(Cluster cluster, List<List<String>> rows, Writer out)
            throws IOException, InterruptedException {
        List<RowTask> tasks = rows.stream().map(RowTask::new).toList();
        List<TaskHandle<List<String>>> handles = cluster.submitAll(tasks).handles();
        out.write(line(RowTask.INPUTS, RowTask.RESULTS, "error"));
        for (int i = 0; i < rows.size(); i++) {
            out.write(line(rows.get(i), handles.get(i)));
            out.flush();
        }
    }

    private static String line(List<String> row, TaskHandle<List<String>> task)
            throws InterruptedException {
        try {
            return line(row, task.get(), "");
        } catch (TaskFailedException e) {
            String error = Objects.requireNonNullElse(e.getCause(), e).getMessage();
            return line(row, NO_RESULTS, String.valueOf(error));
        }
    }

    private static String line(List<String> row, List<String> results, String error) {
        List<String> cells = new ArrayList<>(row);
        cells.addAll(results);
        cells.add(error);
        return Csv.line(cells) + "\n";
    }

    private static List<String> lines(String... arguments) throws IOException {
        if (arguments.length == 0) {
            try (InputStream sample =
                    Objects.requireNonNull(Study.class.getResourceAsStream("epidemics.csv"))) {
                return new String(sample.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            }
        }
        Path file = Path.of(arguments[0]);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(file + " cannot be read; name a CSV file");
        }
        return Files.readAllLines(file);
    }

    private static Writer out(String... arguments) throws IOException {
        return arguments.length < 2
                ? new OutputStreamWriter(System.out, StandardCharsets.UTF_8)
                : Files.newBufferedWriter(Path.of(arguments[1]));
    }
}

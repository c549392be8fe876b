package org.evenkeel.recorder;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.evenkeel.cli.ClusterOutputCommand;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.recorder.past.StoreOption;
import org.evenkeel.recorder.query.CsvWriter;
import org.evenkeel.recorder.query.JsonWriter;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.query.ResultPrinter;
import org.evenkeel.recorder.query.ResultWriter;
import org.evenkeel.recorder.query.StoreReader;
import org.evenkeel.recorder.query.TableWriter;
import org.evenkeel.recorder.query.WrongQueryException;
import org.evenkeel.recorder.store.Segment;
import org.evenkeel.recorder.store.SegmentList;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks in SQL what a recorder has kept. */
@Command(
        name = "query",
        description = {
            "Ask in SQL what a recorder has kept: one SELECT in the dialect of DuckDB.",
            "It reads the files of the recorder, while that runs and when everything has ended. Times "
                    + "are in UTC."
        },
        footer = {
            "  evenkeel query --tables                 # tables and columns, with units",
            "  evenkeel query \"select kind, count(*), quantile_cont(run_ms, 0.99) from tasks group by "
                    + "kind\"",
            "  evenkeel query \"select node, median(ms) from runs group by node order by 2 desc\"",
            "  evenkeel query \"from gaps\" --json",
            "  evenkeel query \"from tasks\" --parquet tasks.parquet"
        })
final class QueryCommand extends ClusterOutputCommand {

    private static final int DEFAULT_LIMIT = 10_000;
    private static final int MAX_TABLE = 100_000;
    private static final int MAX_SECONDS = 3_600;
    private static final int LEAST_MEMORY = 64;

    @Mixin private final StoreOption store = new StoreOption();

    @Parameters(arity = "0..1", paramLabel = "SQL", description = "The query.")
    private @Nullable String sql;

    @Option(names = "--tables", description = "List tables and columns, with units.")
    private boolean tables;

    @Option(names = "--csv", description = "Print CSV instead of a table.")
    private boolean csv;

    @Option(
            names = "--parquet",
            paramLabel = "FILE",
            description = "Write the result into a Parquet file instead of printing it.")
    private @Nullable Path parquet;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "Print at most N rows (default: "
                            + DEFAULT_LIMIT
                            + " in a table, all with --json and --csv).")
    private @Nullable Long limit;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "End the query after N seconds (default: ${DEFAULT-VALUE}).")
    private int seconds = 60;

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            description = "Memory that the query may use, MiB (default: ${DEFAULT-VALUE}).")
    private int memory = 1024;

    @Override
    public Integer call() throws IOException, CommandFailure {
        check();
        if (tables) {
            new TableList(output).print();
            return ExitCode.OK;
        }
        Path directory = store.existing(cluster);
        for (Segment segment : SegmentList.damaged(directory)) {
            sayDamaged(segment.path());
        }
        Path exported = parquet;
        if (exported == null) {
            print(directory);
        } else {
            export(directory, file(exported.toAbsolutePath().normalize()));
        }
        return ExitCode.OK;
    }

    private void check() {
        if (tables == (sql != null)) {
            throw invalid("give one query, or --tables");
        }
        if ((output.isJson() ? 1 : 0) + (csv ? 1 : 0) + (parquet == null ? 0 : 1) > 1) {
            throw invalid("--json, --csv and --parquet exclude each other");
        }
        if (limit != null && (limit < 1 || isTable() && limit > MAX_TABLE)) {
            throw invalid(
                    "--limit "
                            + limit
                            + " is out of range; use 1 to "
                            + MAX_TABLE
                            + "; for more rows use --csv, --json or --parquet");
        }
        requireRange("--seconds", seconds, 1, MAX_SECONDS);
        if (memory < LEAST_MEMORY) {
            throw invalid("--memory " + memory + " is too small; use " + LEAST_MEMORY + " or more");
        }
    }

    private boolean isTable() {
        return !csv && !output.isJson() && parquet == null;
    }

    private void print(Path directory) throws IOException, CommandFailure {
        long most = limit != null ? limit : isTable() ? DEFAULT_LIMIT : Long.MAX_VALUE;
        ResultPrinter printer = new ResultPrinter(writer(), most);
        ask(directory, null, () -> !printer.hasBegun(), database -> database.ask(text(), printer));
        if (printer.isCut()) {
            output.aside(
                    "there are more rows than these "
                            + printer.rows()
                            + "; use --limit, or --csv, --json or --parquet");
        } else if (printer.rows() == 0 && isTable()) {
            output.line("no rows");
        }
    }

    private ResultWriter writer() {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            return new JsonWriter(out);
        }
        return csv ? new CsvWriter(out) : new TableWriter(output::table);
    }

    /** Under another name first, so that the file is there as a whole or not at all. */
    private void export(Path directory, Path file) throws IOException, CommandFailure {
        Path temporary =
                file.resolveSibling(
                        "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            ask(directory, temporary, () -> true, database -> database.export(text(), temporary));
            Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        output.line("wrote " + file + ", " + NumberFormatter.bytes(Files.size(file)));
    }

    /** DuckDB would say of a directory that is not there what it says of a segment that is gone. */
    private Path file(Path named) throws IOException {
        if (Files.isDirectory(named)) {
            throw invalid("--parquet " + named + " is a directory; name a file in it");
        }
        Path folder = named.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw invalid("--parquet " + named + ": its directory does not exist; make it first");
        }
        return folder.toRealPath().resolve(String.valueOf(named.getFileName()));
    }

    private String text() {
        return String.valueOf(sql);
    }

    @FunctionalInterface
    private interface Question {
        void ask(QueryDatabase database) throws IOException;
    }

    private void ask(
            Path directory, @Nullable Path exported, BooleanSupplier repeatable, Question question)
            throws IOException, CommandFailure {
        QueryDatabase.Limits limits = new QueryDatabase.Limits(memory, Duration.ofSeconds(seconds));
        StoreReader reader = new StoreReader(directory, limits, this::sayDamaged);
        try {
            boolean _ =
                    reader.ask(
                            database -> {
                                question.ask(database);
                                return true;
                            },
                            exported,
                            repeatable);
        } catch (WrongQueryException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    e.getMessage() + "\nevenkeel query --tables lists tables and columns");
        }
    }

    private void sayDamaged(Path file) {
        output.aside("damaged; its rows are left out: " + file);
    }
}

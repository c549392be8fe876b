package org.evenkeel.lab;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.OutputCommand;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.kernel.replay.EventReplay;
import org.evenkeel.model.Printable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code evenkeel lab replay}: do recorded events have the recorded effects? */
@Command(
        name = "replay",
        description = {
            "Check that the scheduler of this build acts as running daemons did.",
            "Handles the recorded events of each daemon once more and compares the effects, "
                    + "event by event. Prints the first difference of each recording."
        },
        footer = {
            "",
            "Exit codes: 0 all effects are equal, 1 an effect differs, 2 no recording.",
            "",
            "Examples:",
            "  evenkeel up --record-events events  # each daemon writes events/NODE.events",
            "  evenkeel lab replay events"
        })
final class ReplayCommand extends OutputCommand {
    private static final String SUFFIX = ".events";
    private static final int BUFFER_BYTES = 1 << 16;

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "1..*",
            description = "Recordings, or directories with files NODE" + SUFFIX + ".")
    private List<Path> sources = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        boolean equal = true;
        for (Path file : files()) {
            EventReplay.Report report = replay(file);
            equal &= report.difference() == null;
            print(file, report);
            all.add(fields(file, report));
        }
        output.json(all);
        return equal ? ExitCode.OK : ExitCode.FAILED;
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path source : sources) {
            if (Files.isDirectory(source)) {
                try (Stream<Path> in = Files.list(source)) {
                    in.filter(file -> file.toString().endsWith(SUFFIX))
                            .sorted()
                            .forEach(files::add);
                }
            } else if (Files.isRegularFile(source)) {
                files.add(source);
            } else {
                throw invalid(source + ": no such file or directory");
            }
        }
        if (files.isEmpty()) {
            throw invalid(
                    "no file *%s in %s; daemons write them with \"evenkeel up --record-events DIR\""
                            .formatted(SUFFIX, sources));
        }
        return files;
    }

    private EventReplay.Report replay(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            return EventReplay.replay(in);
        } catch (IOException e) {
            throw invalid(file + ": " + e.getMessage());
        }
    }

    private void print(Path file, EventReplay.Report report) {
        EventReplay.Difference difference = report.difference();
        String node = report.setup().self().id().name();
        if (difference == null) {
            output.line(
                    "%s: %s events, all effects are equal%s"
                            .formatted(
                                    node,
                                    NumberFormatter.count(report.events()),
                                    report.isCut() ? " (the last entry is incomplete)" : ""));
            return;
        }
        output.line(
                "%s: event %s differs (%s)"
                        .formatted(node, NumberFormatter.count(difference.number()), file));
        // What submitters and other nodes said is in the events.
        output.line(Printable.of("  event:    " + difference.event()));
        output.line(Printable.of("  recorded: " + difference.recorded()));
        output.line(Printable.of("  replayed: " + difference.replayed()));
    }

    private static Map<String, Object> fields(Path file, EventReplay.Report report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        EventReplay.Difference difference = report.difference();
        fields.put("file", file.toString());
        fields.put("node", report.setup().self().id().name());
        fields.put("events", report.events());
        fields.put("equal", difference == null);
        fields.put("incomplete", report.isCut());
        if (difference != null) {
            fields.put("event", difference.number());
            fields.put("handled", difference.event().toString());
            fields.put("recorded", difference.recorded().toString());
            fields.put("replayed", difference.replayed().toString());
        }
        return fields;
    }
}

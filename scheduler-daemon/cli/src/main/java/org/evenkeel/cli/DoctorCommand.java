package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.doctor.Finding;
import org.evenkeel.cli.doctor.Status;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks this machine and its cluster. */
@Command(
        name = "doctor",
        description = {
            "Check this machine and its cluster, and say what to do.",
            "Nothing is changed; an empty file is created and deleted to see whether a directory "
                    + "can be written.",
            "Without a daemon that runs here, the machine is checked for the "
                    + "one that you want to start."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:there is no problem; there may be warnings",
            "1:there is a problem",
            "2:the command line is invalid"
        },
        footer = {
            "",
            "ok         as it should be",
            "warning    works, but perhaps not well or not for long",
            "problem    something does not work",
            "not known  could not be found out",
            "skipped    there was nothing to check",
            "",
            "Examples:",
            "  evenkeel doctor",
            "  evenkeel doctor --config daemon.conf",
            "  evenkeel doctor -- --listen 192.0.2.7:4712 --workers 8",
            "  evenkeel doctor --json | jq '.checks[] | select(.status == \"problem\")'"
        })
final class DoctorCommand extends ClusterOutputCommand {
    private static final String MACHINE = "this machine";
    private static final String CLUSTER = "this cluster";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file of the daemon that you want to start.")
    private @Nullable Path file;

    @Parameters(
            arity = "0..*",
            paramLabel = "FLAG",
            description = "Flags of the daemon that you want to start, after --.")
    private List<String> flags = new ArrayList<>();

    @Override
    public Integer call() throws IOException, CommandFailure {
        List<String> planned = new ArrayList<>(flags);
        if (file != null) {
            planned.addAll(List.of("--config", file.toString()));
        }
        Map<String, List<Finding>> groups = new LinkedHashMap<>();
        groups.put(MACHINE, new MachineReport(cluster, planned).findings());
        groups.put(CLUSTER, new ClusterReport(cluster).findings());
        print(groups);
        return count(groups, Status.PROBLEM) > 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    private void print(Map<String, List<Finding>> groups) throws IOException {
        List<Map<String, Object>> checks = new ArrayList<>();
        groups.forEach((group, findings) -> {
            output.line(output.terminalColours().bold(group));
            findings.forEach(this::print);
            findings.forEach(finding -> checks.add(finding.fields(group)));
        });
        long problems = count(groups, Status.PROBLEM);
        long warnings = count(groups, Status.WARNING);
        output.line("");
        output.line(number(problems, "problem") + ", " + number(warnings, "warning"));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("problems", problems);
        fields.put("warnings", warnings);
        fields.put("checks", checks);
        output.json(fields);
    }

    private void print(Finding finding) {
        String status = "%-9s".formatted(finding.status().words());
        String painted =
                switch (finding.status()) {
                    case OK -> output.terminalColours().good(status);
                    case WARNING, PROBLEM -> output.terminalColours().bad(status);
                    case UNKNOWN, SKIPPED -> output.terminalColours().faint(status);
                };
        output.line(
                "  %s  %-17s  %s"
                        .formatted(painted, finding.check(), Printable.of(finding.found())));
        if (!finding.advice().isEmpty()) {
            output.line(" ".repeat(32) + "what to do: " + Printable.of(finding.advice()));
        }
    }

    private static String number(long count, String what) {
        return (count == 0 ? "no" : count) + " " + what + (count == 1 ? "" : "s");
    }

    private static long count(Map<String, List<Finding>> groups, Status status) {
        return groups.values().stream()
                .flatMap(List::stream)
                .filter(finding -> finding.status() == status)
                .count();
    }
}

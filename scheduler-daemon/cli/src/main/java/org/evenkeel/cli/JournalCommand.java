package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.journal.JournalReport;
import org.evenkeel.cli.journal.NodeJournal;
import org.evenkeel.cli.journal.RecordLine;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.kernel.journal.Inspection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads the journals of nodes on this machine; changes nothing, also while daemons write. */
@Command(
        name = "journal",
        description = "Check or print what a node keeps on disk.",
        subcommands = {JournalCommand.Check.class, JournalCommand.Dump.class},
        footer = {
            "",
            "Nothing is changed; daemons may be running.",
            "",
            "Examples:",
            "  evenkeel journal check                     # check all nodes of the default cluster",
            "  evenkeel journal check --json | jq '.journals[].problems'",
            "  evenkeel journal dump --node n1 --task 3k7x0a9q2m4fz-17"
        })
final class JournalCommand extends GroupCommand {
    /** Says whether journals are whole. */
    @Command(
            name = "check",
            description = {
                "Check whether journals can be read at the next start.",
                "A crash can leave bad bytes at the very end; the next start drops and "
                        + "reports them.",
                "Bad bytes anywhere else are damage: the daemon refuses to start."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:whole",
                "1:damaged; file and offset are printed",
                "2:the command line is invalid",
                "3:no such journal"
            },
            footer = {
                "  evenkeel journal check",
                "  evenkeel journal check --cluster lab --node n2",
                "  evenkeel journal check /backup/nodes/n2"
            })
    static final class Check extends OutputCommand {
        @Mixin private final JournalTarget target = new JournalTarget();

        @Override
        public Integer call() throws IOException, CommandFailure {
            List<NodeJournal> journals = target.journals();
            List<JournalReport> reports = new java.util.ArrayList<>();
            for (NodeJournal journal : journals) {
                reports.add(JournalReport.of(journal));
            }
            output.table(table(reports));
            for (JournalReport report : reports) {
                print(report);
            }
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("journals", reports.stream().map(JournalReport::fields).toList());
            output.json(fields);
            boolean damaged = reports.stream().anyMatch(JournalReport::isDamaged);
            return damaged ? ExitCode.FAILED : ExitCode.OK;
        }

        private static TextTable table(List<JournalReport> reports) {
            TextTable table =
                    TextTable.of(
                            "node|journal|segments|records|bytes|open tasks|ended|replicas|jobs");
            for (JournalReport report : reports) {
                table.row(
                        report.journal().name(),
                        report.isDamaged() ? "damaged" : "whole",
                        NumberFormatter.count(report.segments().size()),
                        NumberFormatter.count(report.records()),
                        NumberFormatter.count(report.bytes()),
                        NumberFormatter.count(report.tasks().open()),
                        NumberFormatter.count(report.tasks().ended()),
                        NumberFormatter.count(report.tasks().replicas()),
                        NumberFormatter.count(report.tasks().jobs()));
            }
            return table;
        }

        private void print(JournalReport report) {
            for (String problem : report.problems()) {
                output.line(output.terminalColours().bad("damaged") + ": " + problem);
            }
            for (String torn : report.torn()) {
                output.line(
                        report.written()
                                ? "a daemon is writing it, the last group may be incomplete: "
                                        + torn
                                : "torn by a crash, the next start drops the rest: " + torn);
            }
        }
    }

    /** Prints what is in a journal. */
    @Command(
            name = "dump",
            description = {
                "Print the records of journals in the order they were written, one per line.",
                "Superseded records are printed too while their file exists."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:printed",
                "1:damaged; the readable records are printed",
                "2:the command line is invalid",
                "3:no such journal"
            },
            footer = {
                "",
                "With --json, one JSON object per line.",
                "",
                "Examples:",
                "  evenkeel journal dump --node n1",
                "  evenkeel journal dump --task 3k7x0a9q2m4fz-17",
                "  evenkeel journal dump --json | jq -r 'select(.record == \"done\") | .task'"
            })
    static final class Dump extends OutputCommand {
        @Mixin private final JournalTarget target = new JournalTarget();

        @Option(names = "--task", paramLabel = "TASK", description = "Only records of this task.")
        private @Nullable String task;

        @Option(names = "--job", paramLabel = "JOB", description = "Only records of this job.")
        private @Nullable String job;

        @Override
        public Integer call() throws IOException, CommandFailure {
            String wantedTask = task == null ? null : taskId(task).toString();
            String wantedJob = job == null ? null : jobId(job);
            int exit = ExitCode.OK;
            for (NodeJournal journal : target.journals()) {
                RecordLine lines = new RecordLine();
                Inspection inspection =
                        journal.inspect(
                                (file, offset, entry) -> {
                                    Map<String, Object> fields = lines.fields(file, offset, entry);
                                    if ((wantedTask == null
                                                    || wantedTask.equals(fields.get("task")))
                                            && (wantedJob == null
                                                    || wantedJob.equals(fields.get("job")))) {
                                        print(journal, fields);
                                    }
                                },
                                () ->
                                        output.aside(
                                                "the journal changed while it was read, reading again:"));
                for (Inspection.Problem problem : inspection.problems()) {
                    output.aside((problem.torn() ? "torn: " : "damaged: ") + problem);
                }
                if (inspection.isDamaged()) {
                    exit = ExitCode.FAILED;
                }
            }
            return exit;
        }

        private void print(NodeJournal journal, Map<String, Object> fields) {
            output.line(journal.name() + " " + RecordLine.text(fields));
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("node", journal.name());
            all.putAll(fields);
            try {
                output.json(all);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}

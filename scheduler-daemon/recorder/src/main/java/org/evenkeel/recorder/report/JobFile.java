package org.evenkeel.recorder.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.Output;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Printable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A file about one job: which one, what is known of it, and where it goes. */
final class JobFile {

    private JobFile() {}

    /** What goes into the file. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /** The job that a user names. */
    static JobId job(CommandSpec spec, String text) {
        try {
            return new JobId(Ids.parse(text));
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "\"" + text + "\" is not a job id; a job id looks like 3k7x0a9q2m4fz",
                    e);
        }
    }

    /** The job as far as it is known; says on standard error what is missing. */
    static RecordedJob read(ClusterOption cluster, Output output, JobId job)
            throws IOException, CommandFailure {
        try (DaemonClient client = cluster.connect().raw()) {
            LiveJob live = new LiveJob(client, job);
            RecordedJob found = live.read();
            if (found == null) {
                output.silent(live.silent());
                throw new CommandFailure(
                        ExitCode.NOTHING,
                        "no node has records of job "
                                + job
                                + ": it is misspelt, or it is old: each node keeps its newest"
                                + " 100,000 records, until it ends; \"evenkeel jobs\" lists jobs");
            }
            JobWarnings.of(found).forEach(warning -> output.aside(Printable.of(warning)));
            return found;
        }
    }

    /**
     * The directory where a file is to be written.
     *
     * @throws CommandFailure if there is none, or a directory has the name of the file
     */
    static Path requirePlace(Path file) throws CommandFailure {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "there is no directory for " + file + "; make it, or name another file");
        }
        if (Files.isDirectory(file)) {
            throw new CommandFailure(ExitCode.USAGE, file + " is a directory; name a file in it");
        }
        return folder;
    }

    /**
     * Writes a file as a whole: if that fails, one that was there before stays.
     *
     * @return its bytes
     */
    static long write(Path file, Content content) throws IOException, CommandFailure {
        Path part = Files.createTempFile(requirePlace(file), ".evenkeel-", ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
                content.write(out);
            }
            long bytes = Files.size(part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            return bytes;
        } finally {
            Files.deleteIfExists(part);
        }
    }
}

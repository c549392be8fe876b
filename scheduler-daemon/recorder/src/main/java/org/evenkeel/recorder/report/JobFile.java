package org.evenkeel.recorder.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;

/** A file about one job: where it goes. */
final class JobFile {
    /** What goes into the file. */
    interface Content {
        void write(OutputStream out) throws IOException;
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

package org.evenkeel.daemon.record;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.evenkeel.daemon.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/** The file of a recording: only its user can read it. */
final class RecordingFile {

    private static final int BUFFER_BYTES = 1 << 16;

    /** Creates the file and its directory; an existing file is kept under the ending .old. */
    static OutputStream create(Path file) throws IOException {
        @Nullable Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            PrivateFiles.createDirectories(folder);
        }
        if (Files.exists(file)) {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".old"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return new BufferedOutputStream(
                Channels.newOutputStream(PrivateFiles.create(file)), BUFFER_BYTES);
    }
}

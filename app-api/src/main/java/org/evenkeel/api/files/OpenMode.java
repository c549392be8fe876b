package org.evenkeel.api.files;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;

/** What can be opened, and how. */
final class OpenMode {

    private OpenMode() {}

    static ClientFileInput input(ClientPath path) throws IOException {
        ClientFileCalls.ask(
                path.getFileSystem(), FileRequest.open(path.toString(), FileRequest.READ));
        return new ClientFileInput(path);
    }

    static ClientFileOutput output(ClientPath path, OpenOption... options) throws IOException {
        Set<OpenOption> all =
                options.length > 0
                        ? Set.of(options)
                        : Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        if (all.contains(StandardOpenOption.READ)) {
            throw new IllegalArgumentException("an output cannot be read");
        }
        FileReply facts =
                ClientFileCalls.ask(
                        path.getFileSystem(),
                        FileRequest.open(path.toString(), how(all) | FileRequest.WRITE));
        return new ClientFileOutput(
                path, all.contains(StandardOpenOption.APPEND) ? facts.size() : 0);
    }

    static ClientFileChannel channel(ClientPath path, Set<? extends OpenOption> options)
            throws IOException {
        int how = how(options);
        boolean append = options.contains(StandardOpenOption.APPEND);
        boolean writes = append || options.contains(StandardOpenOption.WRITE);
        boolean reads = options.contains(StandardOpenOption.READ) || !writes;
        if (append && reads) {
            throw new IllegalArgumentException("a channel that appends cannot be read");
        }
        if (!writes) {
            how = 0; // as for every channel that is only read
        }
        FileReply facts =
                ClientFileCalls.ask(
                        path.getFileSystem(),
                        FileRequest.open(
                                path.toString(),
                                how
                                        | (writes ? FileRequest.WRITE : 0)
                                        | (reads ? FileRequest.READ : 0)));
        return new ClientFileChannel(path, reads, writes, append ? facts.size() : 0);
    }

    private static int how(Set<? extends OpenOption> options) {
        int how = 0;
        for (OpenOption option : options) {
            if (option == StandardOpenOption.CREATE) {
                how |= FileRequest.CREATE;
            } else if (option == StandardOpenOption.CREATE_NEW) {
                how |= FileRequest.CREATE_NEW;
            } else if (option == StandardOpenOption.TRUNCATE_EXISTING) {
                how |= FileRequest.TRUNCATE;
            } else if (option == StandardOpenOption.DELETE_ON_CLOSE
                    || option == StandardOpenOption.SYNC
                    || option == StandardOpenOption.DSYNC
                    || option == LinkOption.NOFOLLOW_LINKS
                    || !(option instanceof StandardOpenOption)) {
                throw new UnsupportedOperationException(option + ", for a file of the client");
            }
        }
        return how;
    }
}

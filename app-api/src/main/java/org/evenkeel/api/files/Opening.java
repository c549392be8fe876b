package org.evenkeel.api.files;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.evenkeel.client.files.FileQuestion;
import org.evenkeel.client.files.FileReply;

/** What can be opened, and how. */
final class Opening {

    private Opening() {}

    static HomeInput input(HomePath path) throws IOException {
        Asking.ask(path.getFileSystem(), FileQuestion.open(path.toString(), FileQuestion.READ));
        return new HomeInput(path);
    }

    static HomeOutput output(HomePath path, OpenOption... options) throws IOException {
        Set<OpenOption> all =
                options.length > 0
                        ? Set.of(options)
                        : Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        if (all.contains(StandardOpenOption.READ)) {
            throw new IllegalArgumentException("an output that is to be read");
        }
        FileReply facts =
                Asking.ask(
                        path.getFileSystem(),
                        FileQuestion.open(path.toString(), how(all) | FileQuestion.WRITE));
        return new HomeOutput(path, all.contains(StandardOpenOption.APPEND) ? facts.size() : 0);
    }

    static HomeChannel channel(HomePath path, Set<? extends OpenOption> options)
            throws IOException {
        int how = how(options);
        boolean append = options.contains(StandardOpenOption.APPEND);
        boolean writes = append || options.contains(StandardOpenOption.WRITE);
        boolean reads = options.contains(StandardOpenOption.READ) || !writes;
        if (append && reads) {
            throw new IllegalArgumentException("a channel that appends is not read");
        }
        if (!writes) {
            how = 0; // as for every channel that is only read
        }
        FileReply facts =
                Asking.ask(
                        path.getFileSystem(),
                        FileQuestion.open(
                                path.toString(),
                                how
                                        | (writes ? FileQuestion.WRITE : 0)
                                        | (reads ? FileQuestion.READ : 0)));
        return new HomeChannel(path, reads, writes, append ? facts.size() : 0);
    }

    private static int how(Set<? extends OpenOption> options) {
        int how = 0;
        for (OpenOption option : options) {
            if (option == StandardOpenOption.CREATE) {
                how |= FileQuestion.CREATE;
            } else if (option == StandardOpenOption.CREATE_NEW) {
                how |= FileQuestion.CREATE_NEW;
            } else if (option == StandardOpenOption.TRUNCATE_EXISTING) {
                how |= FileQuestion.TRUNCATE;
            } else if (option == StandardOpenOption.DELETE_ON_CLOSE
                    || option == StandardOpenOption.SYNC
                    || option == StandardOpenOption.DSYNC
                    || option == LinkOption.NOFOLLOW_LINKS
                    || !(option instanceof StandardOpenOption)) {
                throw new UnsupportedOperationException(option + ", for a file at home");
            }
        }
        return how;
    }
}

package org.evenkeel.client;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.evenkeel.api.TaskLogLine;
import org.evenkeel.client.files.ClientConsole;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/**
 * What tasks use of the program that submits them.
 *
 * @param folder the directory whose files they use; null for one made for each job
 * @param out where their standard output appears; null for that of this program
 * @param err where their standard error appears; null for that of this program
 * @param log is given the lines that they print to {@code System.out} and the like, with all their
 *     characters
 */
public record ClientServiceOptions(
        @Nullable Path folder,
        @Nullable PrintStream out,
        @Nullable PrintStream err,
        Consumer<? super TaskLogLine> log) {

    /**
     * What holds when nothing is said. Lines appear without what a terminal obeys: libraries that
     * tasks use print texts of others.
     */
    public static final ClientServiceOptions DEFAULT =
            new ClientServiceOptions(
                    null,
                    null,
                    null,
                    line -> System.err.println(Printable.withTabs(line.toString())));

    /** The same with another directory. */
    public ClientServiceOptions withFolder(Path directory) {
        return new ClientServiceOptions(directory, out, err, log);
    }

    /** The same with another console. */
    public ClientServiceOptions withConsole(PrintStream output, PrintStream error) {
        return new ClientServiceOptions(folder, output, error, log);
    }

    /** The same with another reader of what tasks print. */
    public ClientServiceOptions withLog(Consumer<? super TaskLogLine> reader) {
        return new ClientServiceOptions(folder, out, err, reader);
    }

    /** The console of the program, on which tasks print by their context. */
    public ClientConsole console() {
        return new ClientConsole(out == null ? System.out : out, err == null ? System.err : err);
    }
}

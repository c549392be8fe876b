package org.evenkeel.client;

import java.io.PrintStream;
import java.nio.file.Path;
import org.evenkeel.client.files.ClientConsole;
import org.jspecify.annotations.Nullable;

/**
 * What tasks use of the program that submits them.
 *
 * @param folder the directory whose files they use; null for one made for each job
 * @param out where their standard output appears; null for that of this program
 * @param err where their standard error appears; null for that of this program
 */
public record ClientServiceOptions(
        @Nullable Path folder, @Nullable PrintStream out, @Nullable PrintStream err) {

    /** What holds when nothing is said. */
    public static final ClientServiceOptions DEFAULT = new ClientServiceOptions(null, null, null);

    ClientConsole console() {
        return new ClientConsole(out == null ? System.out : out, err == null ? System.err : err);
    }
}

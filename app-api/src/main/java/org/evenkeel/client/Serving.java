package org.evenkeel.client;

import java.io.PrintStream;
import java.nio.file.Path;
import org.evenkeel.client.files.HomeConsole;
import org.jspecify.annotations.Nullable;

/**
 * What tasks use of the program that submits them.
 *
 * @param folder the directory whose files they use; null for one made for each job
 * @param out where their standard output appears; null for that of this program
 * @param err where their standard error appears; null for that of this program
 */
public record Serving(@Nullable Path folder, @Nullable PrintStream out, @Nullable PrintStream err) {

    /** What holds when nothing is said. */
    public static final Serving DEFAULT = new Serving(null, null, null);

    HomeConsole console() {
        return new HomeConsole(out == null ? System.out : out, err == null ? System.err : err);
    }
}

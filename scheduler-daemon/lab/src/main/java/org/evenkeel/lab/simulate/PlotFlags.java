package org.evenkeel.lab.simulate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that asks for pictures. */
public final class PlotFlags {
    private static final String PLOT = "--plot";

    @Option(
            names = PLOT,
            paramLabel = "FILE",
            description =
                    "Draw mean response, p99 and messages per task (of a --job: speed-up, makespan,"
                            + " messages): bars, or lines over several loads or --nodes. FILE ends in .svg or .png; may be repeated.")
    private List<Path> files = new ArrayList<>();

    /**
     * The files to draw.
     *
     * @throws FlagException if one cannot be written or is of another kind
     */
    public List<Path> files() {
        for (Path file : files) {
            String name = file.toString().toLowerCase(Locale.ROOT);
            if (!name.endsWith(".svg") && !name.endsWith(".png")) {
                throw new FlagException(PLOT, file + " ends neither in .svg nor in .png");
            }
            @Nullable Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new FlagException(PLOT, folder + " is no directory");
            }
            if (Files.isDirectory(file)) {
                throw new FlagException(PLOT, file + " is a directory; name a file");
            }
            if (!Files.isWritable(Files.exists(file) ? file : folder)) {
                throw new FlagException(PLOT, file + " cannot be written");
            }
        }
        return List.copyOf(files);
    }
}

package org.evenkeel.recorder.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pictures of the pages of the dashboard. With {@code -Devenkeel.screenshots=true} they go to
 * docs/images, where docs/dashboard.md shows them.
 */
public final class Pictures {

    /** Widths of a monitor and of a phone. */
    public static final int WIDE = 1_280;

    public static final int NARROW = 390;
    public static final int HEIGHT = 1_000;

    /** All of them together, as each clone of the project has them. */
    static final long MOST_BYTES = 3L << 20;

    /** In docs/images. */
    static final Path DOCS = Path.of("../../docs/images");

    private static final Path OTHERWISE = Path.of("target/screenshots");
    private static final String PREFIX = "dashboard-";

    private Pictures() {}

    /**
     * Takes one of what is shown.
     *
     * @param page its name
     */
    public static void take(Browser browser, String page, int width, boolean dark)
            throws IOException {
        Path directory = Boolean.getBoolean("evenkeel.screenshots") ? DOCS : OTHERWISE;
        String look = (dark ? "-dark" : "") + (width == NARROW ? "-narrow" : "");
        browser.screenshot(directory.resolve(PREFIX + page + look + ".png"));
        requireSmall(directory);
    }

    static void requireSmall(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> pictures =
                    files.filter(file -> file.getFileName().toString().startsWith(PREFIX)).toList();
            long bytes = 0;
            for (Path picture : pictures) {
                bytes += Files.size(picture);
            }
            assertThat(bytes)
                    .as("bytes of %d pictures in %s", pictures.size(), directory)
                    .isLessThanOrEqualTo(MOST_BYTES);
        }
    }
}

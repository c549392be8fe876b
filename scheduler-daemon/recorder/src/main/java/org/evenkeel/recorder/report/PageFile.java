package org.evenkeel.recorder.report;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A file of which pages are made: markup, a script or a style, in the jar. */
public final class PageFile {

    private static final String FOLDER = "/org/evenkeel/recorder/page/";

    /**
     * Reads one.
     *
     * @param name without a folder, such as {@code style.css}
     * @return null if there is none
     */
    public static byte @Nullable [] read(String name) throws IOException {
        if (!name.matches("[a-z-]+\\.(html|js|css)")) {
            return null;
        }
        try (InputStream in = PageFile.class.getResourceAsStream(FOLDER + name)) {
            return in == null ? null : in.readAllBytes();
        }
    }
}

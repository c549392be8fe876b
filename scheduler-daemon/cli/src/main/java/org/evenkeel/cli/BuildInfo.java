package org.evenkeel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What this program was built from.
 *
 * @param version the version of the release, for example {@code 0.1.0}
 * @param commit the abbreviated commit, {@code unknown} when built outside a git checkout
 * @param dirty whether the checkout held changes that were not committed
 * @param date of the release, for example {@code 2026-11-20}
 */
public record BuildInfo(String version, String commit, boolean dirty, String date) {
    private static final String RESOURCE = "version.properties";

    /** Reads what the build wrote into this jar. */
    public static BuildInfo read() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource missing from the jar: " + RESOURCE);
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new BuildInfo(
                properties.getProperty("version", "unknown"),
                properties.getProperty("commit", "unknown"),
                Boolean.parseBoolean(properties.getProperty("dirty")),
                properties.getProperty("date", "unknown").replaceFirst("T.*", ""));
    }

    /** Human-readable: {@code evenkeel 0.1.0, commit 1a2b3c4d5e, changed since}. */
    public String words() {
        return "evenkeel " + version + ", commit " + commit + (dirty ? ", modified since" : "");
    }
}

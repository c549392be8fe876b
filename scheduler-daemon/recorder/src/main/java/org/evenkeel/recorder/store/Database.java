package org.evenkeel.recorder.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.evenkeel.daemon.files.LibraryOnDemand;
import org.jspecify.annotations.Nullable;

/**
 * Opens DuckDB, in memory. An installation has it in {@code lib/recorder}, on no class path: other
 * commands and daemons do not load it.
 */
public final class Database {

    /** Name of the directory with DuckDB. */
    public static final String DIRECTORY = "recorder";

    private static final String URL = "jdbc:duckdb:";
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final Pattern UNPACKED = Pattern.compile("libduckdb_java[A-Za-z0-9_.-]*");

    private static @Nullable Driver driver;

    /**
     * A database of its own. It writes nothing to disk by itself, and loads no extensions.
     *
     * @param settings of DuckDB, by name
     * @throws IOException if there is no DuckDB for this machine
     */
    public static Connection open(Map<String, String> settings) throws IOException {
        Driver driver = driver();
        Properties properties = new Properties();
        properties.setProperty("temp_directory", "");
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("jdbc_stream_results", "true");
        properties.putAll(settings);
        try {
            Connection connection = driver.connect(URL, properties);
            deleteUnpacked();
            if (connection == null) {
                throw new IOException(driver.getClass().getName() + " is no driver of DuckDB");
            }
            return connection;
        } catch (SQLException e) {
            throw failure("DuckDB cannot be opened", e);
        } catch (LinkageError | IllegalStateException e) {
            throw new IOException(
                    "DuckDB in "
                            + LibraryOnDemand.directory(DIRECTORY)
                            + " is not for this machine ("
                            + System.getProperty("os.name")
                            + ", "
                            + System.getProperty("os.arch")
                            + "); build Evenkeel here",
                    e);
        }
    }

    /** Loaded once in a process. */
    private static synchronized Driver driver() throws IOException {
        Driver found = driver;
        if (found == null) {
            found =
                    LibraryOnDemand.load(DIRECTORY, Driver.class)
                            .orElseThrow(() ->
                                    new IOException(
                                            "no DuckDB in "
                                                    + LibraryOnDemand.directory(DIRECTORY)
                                                    + "; install Evenkeel again"));
            driver = found;
        }
        return found;
    }

    /** What went wrong, in the words of DuckDB. */
    public static IOException failure(String what, SQLException e) {
        return new IOException(what + ": " + e.getMessage(), e);
    }

    /** A text as SQL has it. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Files as SQL has a list of them. */
    public static String list(List<Segment> segments) {
        return segments.stream()
                .map(segment -> quoted(segment.path().toString()))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /**
     * The driver unpacks 60 MB of machine code, and deletes them when the process ends in order. A
     * file that is loaded can be deleted at once. Names of other files may be in any encoding.
     */
    private static void deleteUnpacked() throws IOException {
        if (!Files.isReadable(MAPS)) {
            return;
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp")).toRealPath();
        for (String line : Files.readAllLines(MAPS, StandardCharsets.ISO_8859_1)) {
            String name = line.substring(line.lastIndexOf('/') + 1);
            if (UNPACKED.matcher(name).matches()) {
                Files.deleteIfExists(temporary.resolve(name));
            }
        }
    }
}

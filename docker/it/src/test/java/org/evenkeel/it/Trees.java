package org.evenkeel.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Deletes what a test made. */
public final class Trees {

    private Trees() {}

    public static void deleteTree(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            all.sorted(Comparator.reverseOrder()).forEach(Trees::delete);
        } catch (NoSuchFileException e) {
            // it is gone already
        } catch (IOException | UncheckedIOException e) {
            System.err.println("left behind: " + root + ": " + e);
        }
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            System.err.println("left behind: " + path + ": " + e);
        }
    }
}

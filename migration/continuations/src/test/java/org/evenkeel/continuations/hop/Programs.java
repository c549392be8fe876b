package org.evenkeel.continuations.hop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.client.bundle.CheckpointIndex;
import org.evenkeel.client.bundle.ProgramScan;
import org.evenkeel.continuations.weave.ApiOnlyLoader;
import org.evenkeel.continuations.weave.WovenLoader;

/** Programs to be moved: a folder with the classes of a package of samples, and nothing else. */
public final class Programs {

    private Programs() {}

    /** Copies the compiled classes of this class's package. */
    public static Path copyPackageOf(Class<?> type, Path into) throws IOException {
        String location = type.getProtectionDomain().getCodeSource().getLocation().toString();
        Path place = Path.of(URI.create(location));
        if (Files.isDirectory(place)) {
            copyPackage(type, place, into);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                copyPackage(type, jar.getPath("/"), into);
            }
        }
        return into;
    }

    private static void copyPackage(Class<?> type, Path classes, Path into) throws IOException {
        Path from = classes.resolve(type.getPackageName().replace('.', '/'));
        Path to = Files.createDirectories(into.resolve(type.getPackageName().replace('.', '/')));
        try (Stream<Path> files = Files.list(from)) {
            files.forEach(file -> copy(file, to.resolve(file.getFileName().toString())));
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A loader that weaves a program in a folder; it has checkpoints. */
    public static WovenLoader woven(Path folder) {
        try {
            CheckpointIndex index = ProgramScan.of(List.of(folder));
            if (index == null) {
                throw new IllegalArgumentException("no checkpoints in " + folder);
            }
            return ApiOnlyLoader.woven(List.of(folder.toString()), index);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder and what is in it. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(each -> each.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.evenkeel.continuations.weave;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The classes in jars and folders, read when they are asked for; the first that has a class counts,
 * as for a class path.
 */
final class ProgramClasses implements ClassSource {

    private static final String SUFFIX = ".class";

    /** A jar, kept open, or a folder. */
    private record ClassPathEntry(File file, @Nullable JarFile jar) {}

    private final List<ClassPathEntry> places = new ArrayList<>();

    private ProgramClasses() {}

    static ProgramClasses of(List<String> jars) throws IOException {
        ProgramClasses classes = new ProgramClasses();
        for (String each : jars) {
            File file = new File(each);
            if (file.isDirectory()) {
                classes.places.add(new ClassPathEntry(file, null));
            } else if (file.isFile()) {
                JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version());
                classes.places.add(new ClassPathEntry(file, jar));
            }
        }
        return classes;
    }

    @Override
    public byte @Nullable [] bytes(String name) {
        if (!isName(name)) {
            return null;
        }
        try {
            for (ClassPathEntry place : places) {
                byte[] bytes = bytes(place, name + SUFFIX);
                if (bytes != null) {
                    return bytes;
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(name + " of the program cannot be read", e);
        }
    }

    /** Whether a file inside a folder can have this name; names come out of envelopes, too. */
    private static boolean isName(String name) {
        if (name.indexOf('\0') >= 0) {
            return false;
        }
        return Stream.of(name.split("/", -1))
                .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }

    private static byte @Nullable [] bytes(ClassPathEntry place, String entry) throws IOException {
        JarFile jar = place.jar();
        if (jar == null) {
            Path file;
            try {
                file = place.file().toPath().resolve(entry);
            } catch (InvalidPathException e) {
                // No file of this system can be called so: half a surrogate pair, or, where the
                // locale is POSIX, any letter that is not ASCII.
                return null;
            }
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        }
        JarEntry found = jar.getJarEntry(entry);
        if (found == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(found)) {
            return in.readAllBytes();
        }
    }

    /** The jar or folder that has a class; null if none has. */
    @Nullable File place(String name) {
        ClassPathEntry found = find(name);
        return found == null ? null : found.file();
    }

    private @Nullable ClassPathEntry find(String name) {
        for (ClassPathEntry place : places) {
            JarFile jar = place.jar();
            boolean has =
                    jar == null
                            ? new File(place.file(), name + SUFFIX).isFile()
                            : jar.getJarEntry(name + SUFFIX) != null;
            if (has) {
                return place;
            }
        }
        return null;
    }

    /** Manifest of the jar that has a class; null for a folder, and for a jar without one. */
    @Nullable Manifest manifest(String name) throws IOException {
        ClassPathEntry found = find(name);
        JarFile jar = found == null ? null : found.jar();
        return jar == null ? null : jar.getManifest();
    }
}

package org.evenkeel.migration.weave;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The classes in jars and folders; the first that has a class counts, as for a class path. */
final class ProgramClasses implements ClassSource {

    private static final String SUFFIX = ".class";

    /** Where each class is: a jar, or a folder. */
    private final Map<String, File> places = new HashMap<>();

    /** Kept open: opening reads a jar's whole directory. */
    private final Map<File, JarFile> open = new HashMap<>();

    private ProgramClasses() {}

    static ProgramClasses of(List<String> jars) throws IOException {
        ProgramClasses classes = new ProgramClasses();
        for (String each : jars) {
            File file = new File(each);
            if (file.isDirectory()) {
                classes.addFolder(file);
            } else if (file.isFile()) {
                classes.addJar(file);
            }
        }
        return classes;
    }

    private void addFolder(File folder) throws IOException {
        Path root = folder.toPath();
        try (Stream<Path> files = Files.walk(root)) {
            files.map(file -> root.relativize(file).toString().replace(File.separatorChar, '/'))
                    .forEach(name -> add(name, folder));
        }
    }

    private void addJar(File file) throws IOException {
        JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version());
        open.put(file, jar);
        jar.versionedStream().forEach(entry -> add(entry.getName(), file));
    }

    private void add(String file, File place) {
        if (file.endsWith(SUFFIX) && !file.endsWith("module-info.class")) {
            places.putIfAbsent(file.substring(0, file.length() - SUFFIX.length()), place);
        }
    }

    @Override
    public Collection<String> names() {
        return places.keySet();
    }

    @Override
    public byte @Nullable [] bytes(String name) {
        File place = places.get(name);
        if (place == null) {
            return null;
        }
        try {
            JarFile jar = open.get(place);
            if (jar == null) {
                return Files.readAllBytes(place.toPath().resolve(name + SUFFIX));
            }
            try (InputStream in = jar.getInputStream(jar.getJarEntry(name + SUFFIX))) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(name + " of the program cannot be read", e);
        }
    }

    /** The jar or folder that has a class; null if none has. */
    @Nullable File place(String name) {
        return places.get(name);
    }

    /** Manifest of a jar; null for a folder, and for a jar without one. */
    @Nullable Manifest manifest(File place) throws IOException {
        JarFile jar = open.get(place);
        return jar == null ? null : jar.getManifest();
    }
}

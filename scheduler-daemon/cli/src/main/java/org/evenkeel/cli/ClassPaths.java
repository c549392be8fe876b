package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** What is on a class path, without loading anything. */
final class ClassPaths {
    /**
     * Whether a class is there, or may be: a jar can name further jars in its manifest, which are
     * not looked at.
     */
    static boolean mayHave(List<Path> classPath, String className) throws IOException {
        String file = className.replace('.', '/') + ".class";
        for (Path entry : classPath) {
            if (Files.isDirectory(entry)
                    ? Files.isRegularFile(entry.resolve(file))
                    : inJar(entry, file)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inJar(Path path, String file) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            boolean more =
                    manifest != null
                            && manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH)
                                    != null;
            return more || jar.getJarEntry(file) != null;
        }
    }
}

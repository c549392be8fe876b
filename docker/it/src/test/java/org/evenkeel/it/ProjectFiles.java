package org.evenkeel.it;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The files of this project, without what builds make and delete meanwhile. */
final class ProjectFiles {
    static final Path ROOT = Path.of("../..");

    private ProjectFiles() {}

    /** Those below a directory whose names end so, in order. */
    static List<Path> below(Path directory, String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes is) {
                        String name = at.getFileName().toString();
                        return name.equals("target") || name.equals(".git")
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
                        if (file.toString().endsWith(ending)) {
                            found.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(found);
        return found;
    }

    /** Whether it, or a directory of the project above it, is hidden. */
    static boolean isHidden(Path file) {
        for (Path part : ROOT.relativize(file)) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }
}

package org.evenkeel.client.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Paths of one directory, whatever is asked for: names that lead upwards stop at its top, symbolic
 * links are followed and must end inside. What is found is a {@link PinnedEntry}, which no link
 * that is made afterwards leads elsewhere.
 */
final class SandboxedPath {

    /** The path leads out. */
    static final class OutsideException extends IOException {
        OutsideException(String why) {
            super(why);
        }
    }

    private final Path root;

    SandboxedPath(Path root) throws IOException {
        this.root = root.toRealPath();
        if (!Files.isDirectory(this.root)) {
            throw new NotDirectoryException(root.toString());
        }
    }

    private static List<String> names(String path) throws OutsideException {
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw new OutsideException("is not an absolute path");
        }
        List<String> names = new ArrayList<>();
        for (String name : path.split("/")) {
            if (name.equals("..")) {
                if (names.isEmpty()) {
                    throw new OutsideException("leads out of the served directory");
                }
                names.removeLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return names;
    }

    private Path below(List<String> names) throws OutsideException {
        Path path = root;
        for (String name : names) {
            Path next = path.resolve(name);
            if (next.getNameCount() != path.getNameCount() + 1 || !next.startsWith(path)) {
                throw new OutsideException("has a name that is invalid on this system: " + name);
            }
            path = next;
        }
        return path;
    }

    private Path real(Path path) throws IOException {
        Path real = path.toRealPath();
        if (!real.startsWith(root)) {
            throw new OutsideException("leads out of the served directory by a link");
        }
        return real;
    }

    /**
     * What is there, behind all links.
     *
     * @throws NoSuchFileException if nothing is
     */
    PinnedEntry existing(String path) throws IOException {
        return PinnedEntry.at(root, real(below(names(path))));
    }

    /** An entry of a directory: behind all links but its own. */
    PinnedEntry entry(String path) throws IOException {
        return PinnedEntry.at(root, place(path));
    }

    private Path place(String path) throws IOException {
        List<String> names = names(path);
        if (names.isEmpty()) {
            throw new OutsideException("is the served directory");
        }
        Path parent = real(below(names.subList(0, names.size() - 1)));
        return parent.resolve(below(names.subList(names.size() - 1, names.size())).getFileName());
    }

    /** What is there, behind all links; or the entry that it would be. */
    PinnedEntry toMake(String path) throws IOException {
        if (names(path).isEmpty()) {
            return PinnedEntry.at(root, root);
        }
        Path place = place(path);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return PinnedEntry.at(root, place);
        }
        try {
            return PinnedEntry.at(root, real(place));
        } catch (NoSuchFileException e) {
            FileAlreadyExistsException link = new FileAlreadyExistsException(path);
            link.initCause(e); // a link to nothing: what it names may be anywhere
            throw link;
        }
    }
}

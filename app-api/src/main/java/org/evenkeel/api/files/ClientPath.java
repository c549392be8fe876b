package org.evenkeel.api.files;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A path of the program's machine, of names with slashes between them. */
final class ClientPath implements Path {

    private final ClientFiles files;

    /** Without slashes that say nothing. */
    private final String text;

    ClientPath(ClientFiles files, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new InvalidPathException(text, "a character that no name may contain");
        }
        this.files = files;
        this.text = tidy(text);
    }

    private static String tidy(String text) {
        String tidy = text;
        while (tidy.contains("//")) {
            tidy = tidy.replace("//", "/");
        }
        return tidy.length() > 1 && tidy.endsWith("/")
                ? tidy.substring(0, tidy.length() - 1)
                : tidy;
    }

    /** Another path as one of these. */
    static ClientPath of(Path path) {
        if (path instanceof ClientPath home) {
            return home;
        }
        throw new ProviderMismatchException(path + " is not a path of the client's files");
    }

    private List<String> names() {
        if (text.equals("/")) {
            return List.of();
        }
        return Arrays.asList((isAbsolute() ? text.substring(1) : text).split("/", -1));
    }

    private ClientPath with(boolean absolute, List<String> names) {
        return new ClientPath(files, (absolute ? "/" : "") + String.join("/", names));
    }

    @Override
    public ClientFiles getFileSystem() {
        return files;
    }

    @Override
    public boolean isAbsolute() {
        return text.startsWith("/");
    }

    @Override
    public @Nullable Path getRoot() {
        return isAbsolute() ? new ClientPath(files, "/") : null;
    }

    @Override
    public @Nullable Path getFileName() {
        List<String> names = names();
        return names.isEmpty() ? null : new ClientPath(files, names.getLast());
    }

    @Override
    public @Nullable Path getParent() {
        List<String> names = names();
        if (names.isEmpty() || names.size() == 1 && !isAbsolute()) {
            return null;
        }
        return with(isAbsolute(), names.subList(0, names.size() - 1));
    }

    @Override
    public int getNameCount() {
        return names().size();
    }

    @Override
    public Path getName(int index) {
        return subpath(index, index + 1);
    }

    @Override
    public Path subpath(int from, int to) {
        List<String> names = names();
        if (from < 0 || to > names.size() || from >= to) {
            throw new IllegalArgumentException("names %d to %d of %s".formatted(from, to, text));
        }
        return with(false, names.subList(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        if (!(other instanceof ClientPath path)
                || !path.files.equals(files)
                || path.isAbsolute() != isAbsolute()) {
            return false;
        }
        List<String> names = names();
        List<String> first = path.names();
        return first.size() <= names.size() && names.subList(0, first.size()).equals(first);
    }

    @Override
    public boolean endsWith(Path other) {
        if (!(other instanceof ClientPath path) || !path.files.equals(files)) {
            return false;
        }
        if (path.isAbsolute()) {
            return equals(path);
        }
        List<String> names = names();
        List<String> last = path.names();
        int from = names.size() - last.size();
        return from >= 0 && names.subList(from, names.size()).equals(last);
    }

    @Override
    public ClientPath normalize() {
        List<String> plain = new ArrayList<>();
        for (String name : names()) {
            boolean up = name.equals("..");
            if (up && !plain.isEmpty() && !plain.getLast().equals("..")) {
                plain.removeLast();
            } else if (!name.equals(".") && !(up && isAbsolute())) {
                plain.add(name);
            }
        }
        return with(isAbsolute(), plain);
    }

    @Override
    public Path resolve(Path other) {
        ClientPath path = of(other);
        if (path.isAbsolute()) {
            return path;
        }
        return path.text.isEmpty()
                ? this
                : new ClientPath(files, text.isEmpty() ? path.text : text + "/" + path.text);
    }

    @Override
    public Path relativize(Path other) {
        ClientPath path = of(other);
        if (path.isAbsolute() != isAbsolute()) {
            throw new IllegalArgumentException("one of " + this + " and " + other + " is relative");
        }
        List<String> from = text.isEmpty() ? List.of() : names();
        List<String> to = path.text.isEmpty() ? List.of() : path.names();
        int same = 0;
        while (same < from.size() && same < to.size() && from.get(same).equals(to.get(same))) {
            same++;
        }
        List<String> names = new ArrayList<>();
        for (int i = same; i < from.size(); i++) {
            names.add("..");
        }
        names.addAll(to.subList(same, to.size()));
        return with(false, names);
    }

    @Override
    public URI toUri() {
        try {
            return new URI(ClientFileProvider.SCHEME, null, toAbsolutePath().text, null);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public ClientPath toAbsolutePath() {
        return isAbsolute() ? this : new ClientPath(files, "/" + text);
    }

    /** Without {@code .} and {@code ..}; links are known at the client alone. */
    @Override
    public Path toRealPath(LinkOption... options) throws java.io.IOException {
        ClientPath plain = toAbsolutePath().normalize();
        ClientFileProvider.ONE.checkAccess(plain);
        return plain;
    }

    @Override
    public WatchKey register(
            WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("the client's files cannot be watched");
    }

    @Override
    public int compareTo(Path other) {
        return text.compareTo(of(other).text);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientPath path
                && path.text.equals(text)
                && path.files.equals(files);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}

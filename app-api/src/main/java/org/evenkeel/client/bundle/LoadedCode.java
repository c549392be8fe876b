package org.evenkeel.client.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.evenkeel.api.PayloadException;
import org.evenkeel.model.OwnClasses;
import org.jspecify.annotations.Nullable;

/**
 * Code of a program that is not on its class path: of JShell, of {@code java Main.java}, of an
 * application server. A class's own loader is asked where its bytes are, and for the bytes when
 * they are in no file. What such a class refers to is followed.
 *
 * <p>For one thread at a time.
 */
public final class LoadedCode {

    /** Most classes that are looked at. */
    private static final int MAX_CLASSES = 20_000;

    /** Most bytes of classes in no file. */
    private static final long MAX_BYTES = 64L << 20;

    private static final String SUFFIX = ".class";
    private static final String NESTED = "nested:";

    /** Jars and folders of the class path. */
    private final Set<Path> classPath;

    private final Set<Class<?>> looked = new HashSet<>();
    private final Set<Path> files = new LinkedHashSet<>();
    private final SortedMap<String, byte[]> classes = new TreeMap<>();

    /** The same as they are loaded. */
    private final SortedMap<String, Class<?>> types = new TreeMap<>();

    private long bytes;

    /**
     * @param classPath jars and folders that the program's bundle has anyway
     */
    public LoadedCode(Collection<Path> classPath) {
        this.classPath = Set.copyOf(classPath);
    }

    /** Jars and folders beside the class path. */
    List<Path> files() {
        return List.copyOf(files);
    }

    /** Classes in no file, by the names of their entries in a jar. */
    SortedMap<String, byte[]> classes() {
        return new TreeMap<>(classes);
    }

    /**
     * Adds a class and what it refers to.
     *
     * @return whether there is more than before
     * @throws PayloadException if a loader does not give the bytes of a class, or there is too
     *     much; then nothing is added
     */
    public boolean add(Class<?> root) {
        return allOrNothing(() -> follow(new ArrayDeque<>(List.of(root))));
    }

    /** A part of what a class refers to would be taken for all of it. */
    private boolean allOrNothing(BooleanSupplier step) {
        Set<Class<?>> lookedBefore = new HashSet<>(looked);
        Set<Path> filesBefore = new LinkedHashSet<>(files);
        SortedMap<String, byte[]> classesBefore = new TreeMap<>(classes);
        long bytesBefore = bytes;
        boolean isWhole = false;
        try {
            boolean more = step.getAsBoolean();
            isWhole = true;
            return more;
        } finally {
            if (!isWhole) {
                looked.retainAll(lookedBefore);
                files.retainAll(filesBefore);
                classes.clear();
                classes.putAll(classesBefore);
                types.keySet().retainAll(classesBefore.keySet());
                bytes = bytesBefore;
            }
        }
    }

    /**
     * Reads classes in no file again: JShell may have redefined them.
     *
     * @return whether one has changed, or there is more than before
     * @throws PayloadException as {@link #add}
     */
    public boolean refresh() {
        return allOrNothing(this::readAgain);
    }

    private boolean readAgain() {
        boolean changed = false;
        Deque<Class<?>> fresh = new ArrayDeque<>();
        for (Map.Entry<String, Class<?>> each : types.entrySet()) {
            Class<?> type = each.getValue();
            ClassLoader loader = Objects.requireNonNull(type.getClassLoader());
            byte[] now = read(type, loader, each.getKey());
            byte[] known = classes.put(each.getKey(), now);
            if (known != null && !Arrays.equals(known, now)) {
                changed = true;
                bytes += now.length - known.length;
                addNamed(now, loader, fresh);
            }
        }
        return follow(fresh) || changed;
    }

    private boolean follow(Deque<Class<?>> fresh) {
        int before = files.size() + classes.size();
        while (!fresh.isEmpty()) {
            Class<?> type = element(fresh.remove());
            ClassLoader loader = type.getClassLoader();
            boolean isProgram =
                    loader != null
                            && !loader.equals(ClassLoader.getPlatformClassLoader())
                            && !loader.equals(ClassLoader.getSystemClassLoader())
                            && !type.isHidden()
                            && !OwnClasses.contain(type.getName());
            if (isProgram && looked.add(type)) {
                if (looked.size() > MAX_CLASSES) {
                    throw new PayloadException(
                            "the program refers to more than "
                                    + MAX_CLASSES
                                    + " classes that are not on its class path");
                }
                look(type, Objects.requireNonNull(loader), fresh);
            }
        }
        return files.size() + classes.size() > before;
    }

    private static Class<?> element(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        return element;
    }

    private void look(Class<?> type, ClassLoader loader, Deque<Class<?>> fresh) {
        String entry = type.getName().replace('.', '/') + SUFFIX;
        URL url = loader.getResource(entry);
        Path file = url == null ? null : fileOf(url, entry);
        if (file != null && classPath.contains(file)) {
            return;
        }
        byte[] content = read(type, loader, entry);
        if (file == null) {
            addClass(type, entry, content);
        } else if (loader instanceof URLClassLoader urls) {
            for (URL each : urls.getURLs()) {
                addFile(fileOf(each, ""));
            }
            addFile(file);
            return; // all that it can refer to is among them
        } else {
            addFile(file);
        }
        addNamed(content, loader, fresh);
    }

    private static void addNamed(byte[] content, ClassLoader loader, Deque<Class<?>> fresh) {
        for (String name : ClassNames.in(content)) {
            try {
                fresh.add(Class.forName(name, false, loader));
            } catch (ClassNotFoundException | LinkageError e) {
                // It is not needed, or its absence is the program's affair.
            }
        }
    }

    private void addFile(@Nullable Path file) {
        if (file != null && !classPath.contains(file)) {
            files.add(file);
        }
    }

    private void addClass(Class<?> type, String entry, byte[] content) {
        byte[] known = classes.putIfAbsent(entry, content);
        if (known != null && !Arrays.equals(known, content)) {
            throw new PayloadException(
                    "the program has two classes "
                            + type.getName()
                            + " that are in no file, by different loaders; connect again to use the"
                            + " newer one");
        }
        types.putIfAbsent(entry, type);
        bytes += known == null ? content.length : 0;
        if (bytes > MAX_BYTES) {
            throw new PayloadException(
                    "the program has more than " + MAX_BYTES + " bytes of classes in no file");
        }
    }

    private static byte[] read(Class<?> type, ClassLoader loader, String entry) {
        try (InputStream in = loader.getResourceAsStream(entry)) {
            if (in != null) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new PayloadException(
                    "class " + type.getName() + " cannot be read from its loader: " + e, e);
        }
        throw new PayloadException(
                "class "
                        + type.getName()
                        + " cannot travel: it is in no file, and its loader ("
                        + loader.getClass().getName()
                        + ") does not give its bytes");
    }

    /** The jar or folder that a class is in; null for no file. */
    private static @Nullable Path fileOf(URL url, String entry) {
        String text = url.toString();
        boolean isJar = text.startsWith("jar:");
        if (isJar) {
            int end = text.indexOf("!/");
            text = text.substring("jar:".length(), end < 0 ? text.length() : end);
        } else if (text.endsWith(entry)) {
            text = text.substring(0, text.length() - entry.length());
        }
        if (text.startsWith(NESTED)) { // a jar in a jar: the outer one
            int end = text.indexOf("/!");
            text = "file:" + text.substring(NESTED.length(), end < 0 ? text.length() : end);
        }
        if (!text.startsWith("file:")) {
            return null;
        }
        try {
            return Path.of(new URI(text)).toAbsolutePath().normalize();
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return null;
        }
    }
}

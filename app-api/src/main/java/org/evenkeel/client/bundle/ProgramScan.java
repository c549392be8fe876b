package org.evenkeel.client.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Looks for {@link SuspensionPoints} in the jars and folders of a program; loads no class of it.
 */
public final class ProgramScan {

    /** Most classes of a program that is looked at; a larger one is not woven. */
    private static final int MAX_CLASSES = 50_000;

    private static final String SUFFIX = ".class";
    private static final String API = "org/evenkeel/api/";

    /** Name of the checkpoint among the constants of a class: a tag, its length, the text. */
    private static final String CHECKPOINT = "\1\0\ncheckpoint";

    /** Jars and folders in which the API is named. */
    private final Set<Path> users = new HashSet<>();

    private boolean usesContext;
    private boolean saysCheckpoint;
    private boolean usesStatic;
    private int classes;

    private ProgramScan() {}

    /** Which methods reach a checkpoint, in a program without the agent. */
    public static @Nullable CheckpointIndex of(List<Path> entries) throws IOException {
        return of(entries, false);
    }

    /**
     * Which methods reach a checkpoint.
     *
     * @param entries jars and folders in the order of the class path
     * @param sendsAny whether the program can send any lambda of its own, as with the agent
     * @return null when none does, or the program is too large to be looked at
     * @throws IOException if one cannot be read
     */
    public static @Nullable CheckpointIndex of(List<Path> entries, boolean sendsAny)
            throws IOException {
        ProgramScan scan = new ProgramScan();
        for (Path entry : entries) {
            forEachClass(entry, (name, bytes) -> scan.look(entry, name, bytes));
        }
        if (!scan.hasWords() || scan.classes > MAX_CLASSES) {
            return null;
        }
        CallGraph graph = new CallGraph(ProgramScan::ofPlatform);
        for (Path entry : entries) {
            boolean usesApi = scan.users.contains(entry);
            forEachClass(entry, (name, bytes) -> add(graph, bytes, usesApi, sendsAny));
        }
        CheckpointIndex index = graph.conclude();
        return index == null || index.isTooLong() ? null : index;
    }

    /** Most programs do not have them. */
    private boolean hasWords() {
        return usesContext && saysCheckpoint || usesStatic;
    }

    private void look(Path entry, String name, byte[] bytes) {
        classes++;
        boolean isKnown = usesContext && saysCheckpoint && users.contains(entry);
        if (!name.startsWith(API) && !isKnown) {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            boolean connects = text.contains(SuspensionPoints.STATIC);
            if (connects || text.contains(API)) {
                users.add(entry);
            }
            usesContext |= text.contains(SuspensionPoints.CONTEXT);
            saysCheckpoint |= SuspensionPoints.WORDS.stream().anyMatch(text::contains);
            usesStatic |= connects && text.contains(CHECKPOINT);
        }
    }

    private static void add(CallGraph graph, byte[] bytes, boolean usesApi, boolean sendsAny) {
        try {
            ClassFacts facts = ClassFacts.read(bytes, true, usesApi);
            graph.add(usesApi && sendsAny ? facts.withSendableLambdas() : facts);
        } catch (IllegalArgumentException e) {
            // Of a version that no code here knows: it is left as it is.
        }
    }

    private static @Nullable ClassFacts ofPlatform(String name) {
        ClassLoader own = ProgramScan.class.getClassLoader();
        try (InputStream in = own.getResourceAsStream(name + SUFFIX)) {
            return in == null ? null : ClassFacts.read(in.readAllBytes(), false, false);
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    // ---- Reading

    private interface Reader {
        /** A class, by its internal name. */
        void read(String name, byte[] bytes);
    }

    private static void forEachClass(Path entry, Reader reader) throws IOException {
        if (Files.isDirectory(entry)) {
            try (Stream<Path> files = Files.walk(entry)) {
                for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                    String name = Bundler.entryName(entry, file);
                    if (isClass(name)) {
                        reader.read(withoutSuffix(name), Files.readAllBytes(file));
                    }
                }
            }
            return;
        }
        try (JarFile jar =
                new JarFile(entry.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (JarEntry each : (Iterable<JarEntry>) jar.versionedStream()::iterator) {
                if (isClass(each.getName())) {
                    try (InputStream in = jar.getInputStream(each)) {
                        reader.read(withoutSuffix(each.getName()), in.readAllBytes());
                    }
                }
            }
        }
    }

    private static boolean isClass(String name) {
        return name.endsWith(SUFFIX) && !name.endsWith("module-info.class");
    }

    private static String withoutSuffix(String name) {
        return name.substring(0, name.length() - SUFFIX.length());
    }
}

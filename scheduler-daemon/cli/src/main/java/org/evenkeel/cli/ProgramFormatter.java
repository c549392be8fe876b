package org.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * What the words behind {@code evenkeel run} mean.
 *
 * <p>Words that name jars and folders are class path entries. The first that does not is the main
 * class if it looks like one or the last jar names none, otherwise the first argument. {@code --}
 * ends the class path.
 *
 * @param classPath in the order given, absolute
 */
record ProgramFormatter(List<Path> classPath, String mainClass, List<String> arguments) {

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException saying what is missing
     */
    static ProgramFormatter read(List<String> words) throws IOException {
        List<Path> classPath = new ArrayList<>();
        int next = 0;
        while (next < words.size() && isEntry(words.get(next))) {
            classPath.add(Path.of(words.get(next++)).toAbsolutePath().normalize());
        }
        String named = classPath.isEmpty() ? null : mainClassIn(classPath.getLast());
        String word = next < words.size() ? words.get(next) : null;
        String mainClass = named;
        if (word != null && !word.equals("--") && (named == null || looksLikeClass(word))) {
            mainClass = word;
            next++;
        }
        if (mainClass == null) {
            throw new IllegalArgumentException(
                    classPath.getLast() + " names no main class; write it after the class path");
        }
        if (mainClass.endsWith(".jar") || mainClass.contains("/")) {
            throw new IllegalArgumentException("no file " + mainClass);
        }
        if (next < words.size() && words.get(next).equals("--")) {
            next++;
        }
        return new ProgramFormatter(classPath, mainClass, words.subList(next, words.size()));
    }

    private static boolean isEntry(String word) {
        try {
            Path path = Path.of(word);
            return Files.isDirectory(path) || Files.isRegularFile(path) && word.endsWith(".jar");
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static boolean looksLikeClass(String word) {
        return word.matches("([a-z_]\\w*\\.)+[A-Z][\\w$]*");
    }

    private static @Nullable String mainClassIn(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            return null;
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        }
    }
}

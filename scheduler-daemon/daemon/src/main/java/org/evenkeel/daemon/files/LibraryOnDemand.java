package org.evenkeel.daemon.files;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Code that an installation has in a directory of {@code lib} of its own, on no class path: only a
 * process that needs it loads it.
 */
public final class LibraryOnDemand {
    /**
     * The implementation of a service in such a directory; empty if there is none.
     *
     * @param name of the directory, beside {@code lib/daemon}, which this class is from
     */
    public static <T> Optional<T> load(String name, Class<T> service) {
        ClassLoader loader =
                new URLClassLoader(jars(directory(name)), LibraryOnDemand.class.getClassLoader());
        return ServiceLoader.load(service, loader).findFirst();
    }

    /** Where that directory is, whether it exists or not. */
    public static Path directory(String name) {
        try {
            return Path.of(
                            LibraryOnDemand.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI())
                    .resolveSibling("../" + name)
                    .normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a class path entry is no URI", e);
        }
    }

    private static URL[] jars(Path directory) {
        File[] files = directory.toFile().listFiles((_, name) -> name.endsWith(".jar"));
        URL[] urls = new URL[files == null ? 0 : files.length];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = files[i].toURI().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(files[i] + " is no URL", e);
            }
        }
        return urls;
    }
}

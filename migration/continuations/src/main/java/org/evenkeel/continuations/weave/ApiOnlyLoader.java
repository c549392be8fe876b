package org.evenkeel.continuations.weave;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.client.bundle.CheckpointIndex;

/**
 * Parent of a program's class loader: the JDK, the API and what woven classes call, nothing else of
 * what the worker consists of, so that the program's own Kryo or protobuf never meets ours.
 */
public final class ApiOnlyLoader extends ClassLoader {

    /** Name of the loaders of programs. */
    public static final String BUNDLE = "bundle";

    private static final String API = "org.evenkeel.api.";
    private static final String FRAMES = "org.evenkeel.continuations.frames.";
    private static final String CONNECTOR = "org.evenkeel.Evenkeel";

    private final ClassLoader own = ApiOnlyLoader.class.getClassLoader();

    private ApiOnlyLoader() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(API) || name.startsWith(FRAMES) || isConnector(name)) {
            return own.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    /** For its checkpoint; a task does not connect. */
    private static boolean isConnector(String name) {
        return name.equals(CONNECTOR) || name.startsWith(CONNECTOR + "$");
    }

    /**
     * A loader over the parts of a program: jars, and perhaps a list of its checkpoints; with that,
     * its classes are woven where a task calls for it.
     */
    public static ClassLoader over(List<String> parts) {
        try {
            List<String> jars = new ArrayList<>(parts);
            String last = parts.isEmpty() ? "" : parts.getLast();
            if (last.isEmpty() || !CheckpointIndex.isOne(Path.of(last))) {
                return plainOver(jars);
            }
            jars.removeLast(); // it is no code, whatever follows its first line
            try {
                return woven(jars, CheckpointIndex.read(Path.of(last)));
            } catch (IOException e) {
                System.err.println(
                        "evenkeel worker: tasks of this program cannot be migrated: " + e);
                return plainOver(jars);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("a jar of the bundle cannot be read: " + parts, e);
        }
    }

    private static ClassLoader plainOver(List<String> jars) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(jars.get(i)).toUri().toURL();
        }
        return new URLClassLoader(BUNDLE, urls, new ApiOnlyLoader());
    }

    /** A loader over a program's jars, which weaves its classes where a task calls for it. */
    public static WovenLoader woven(List<String> jars, CheckpointIndex index) {
        return new WovenLoader(jars, index, new ApiOnlyLoader());
    }
}

package org.evenkeel.migration.worker;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.evenkeel.migration.weave.WovenLoader;

/**
 * Parent of a program's class loader: the JDK, the API and what woven classes call, nothing else of
 * what the worker consists of, so that the program's own Kryo or protobuf never meets ours.
 */
public final class ApiOnlyLoader extends ClassLoader {

    private static final String API = "org.evenkeel.api.";
    private static final String FRAMES = "org.evenkeel.migration.frames.";

    private final ClassLoader own = ApiOnlyLoader.class.getClassLoader();

    private ApiOnlyLoader() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(API) || name.startsWith(FRAMES)) {
            return own.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    /** A loader over a program's jars, which leaves its classes as they are. */
    static ClassLoader plainOver(List<String> jars) {
        try {
            URL[] urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = Path.of(jars.get(i)).toUri().toURL();
            }
            return new URLClassLoader("bundle", urls, new ApiOnlyLoader());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("a bundle's part cannot be named: " + jars, e);
        }
    }

    /** A loader over a program's jars, which weaves its classes where a task calls for it. */
    public static WovenLoader over(List<String> jars) {
        return new WovenLoader(jars, new ApiOnlyLoader());
    }
}

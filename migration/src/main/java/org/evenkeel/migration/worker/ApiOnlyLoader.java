package org.evenkeel.migration.worker;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Parent of a program's class loader: the JDK and the API, nothing else of what the worker consists
 * of, so that the program's own Kryo or protobuf never meets ours.
 */
final class ApiOnlyLoader extends ClassLoader {

    private static final String API = "org.evenkeel.api.";

    private final ClassLoader own = ApiOnlyLoader.class.getClassLoader();

    private ApiOnlyLoader() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(API)) {
            return own.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    /** A loader over a program's jars. */
    static ClassLoader over(List<String> jars) {
        try {
            URL[] urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = Path.of(jars.get(i)).toUri().toURL();
            }
            return new URLClassLoader("bundle", urls, new ApiOnlyLoader());
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException("a bundle's part cannot be named: " + jars, e);
        }
    }
}

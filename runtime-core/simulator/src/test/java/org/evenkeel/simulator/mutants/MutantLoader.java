package org.evenkeel.simulator.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * A world of its own in which every class of Evenkeel is loaded anew, the changed ones with their
 * bug; nothing but classes of the JDK is shared with the test.
 */
final class MutantLoader extends ClassLoader {
    private static final String OURS = "org.evenkeel.";

    private final Map<String, byte[]> changed;

    MutantLoader(Map<String, byte[]> changed) {
        super(MutantLoader.class.getClassLoader());
        this.changed = Map.copyOf(changed);
    }

    /** A hunt in this world; see {@link MutantHunt}. */
    @SuppressWarnings("unchecked")
    LongFunction<List<String>> hunt() {
        try {
            return (LongFunction<List<String>>)
                    loadClass(MutantHunt.class.getName()).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = changed.get(name);
        if (bytes == null) {
            bytes = unchanged(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] unchanged(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}

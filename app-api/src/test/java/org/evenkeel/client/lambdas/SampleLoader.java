package org.evenkeel.client.lambdas;

import java.io.IOException;
import java.io.InputStream;

/** Loads the samples anew, as they are or as the agent leaves them; all else is its parent's. */
final class SampleLoader extends ClassLoader {

    private static final String SAMPLES = "org.evenkeel.samples.";

    private final boolean agent;

    SampleLoader(boolean agent) {
        super(SampleLoader.class.getClassLoader());
        this.agent = agent;
    }

    static byte[] classFile(String name) throws IOException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = SampleLoader.class.getClassLoader().getResourceAsStream(file)) {
            return in == null ? new byte[0] : in.readAllBytes();
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(SAMPLES)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] bytes = classFile(name);
            byte[] changed = agent && bytes.length > 0 ? SerializableLambdas.of(bytes) : null;
            byte[] defined = changed != null ? changed : bytes;
            if (defined.length == 0) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, defined, 0, defined.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}

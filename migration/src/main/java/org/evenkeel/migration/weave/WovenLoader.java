package org.evenkeel.migration.weave;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Loads a program's classes from its jars, woven where one of its tasks calls for it. */
public final class WovenLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final @Nullable Weaver weaver;
    private final Map<String, WovenClass> defined = new ConcurrentHashMap<>();

    /**
     * @param jars jar files and folders
     * @throws IllegalArgumentException if one cannot be read
     */
    public WovenLoader(List<String> jars, ClassLoader parent) {
        super("bundle", urls(jars), parent);
        try {
            this.weaver = Weaver.of(ProgramClasses.of(jars));
        } catch (IOException e) {
            throw new IllegalArgumentException("a bundle's part cannot be read: " + jars, e);
        }
    }

    private static URL[] urls(List<String> jars) {
        try {
            URL[] urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = Path.of(jars.get(i)).toUri().toURL();
            }
            return urls;
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("a bundle's part cannot be named: " + jars, e);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        WovenClass woven = weaver == null ? null : weaver.weave(name.replace('.', '/'));
        if (woven == null || !woven.isWoven()) {
            return super.findClass(name);
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
        }
        URL file = findResource(name.replace('.', '/') + ".class");
        byte[] bytes = woven.bytes();
        defined.put(name, woven.withoutBytes());
        return defineClass(
                name, bytes, 0, bytes.length, new CodeSource(file, (Certificate[]) null));
    }

    /**
     * Whether this method of a class of this loader would be put away by a suspension that comes
     * out of the instruction at this offset.
     */
    public boolean isGuarded(Class<?> type, String method, int offset) {
        WovenClass woven = defined.get(type.getName());
        return woven != null && woven.isGuarded(method, offset);
    }

    /** Whether a class of this loader has such a resuming method with this call. */
    public boolean canGoOn(Class<?> type, String twin, int site) {
        WovenClass woven = defined.get(type.getName());
        Integer sites = woven == null ? null : woven.sites().get(twin);
        return sites != null && site >= 0 && site < sites;
    }

    /** Places where no task of this program can be moved, each with class and line. */
    public Collection<String> remarks() {
        return weaver == null ? List.of() : weaver.remarks();
    }
}

package org.evenkeel.continuations.weave;

import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
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
import java.util.jar.Manifest;
import org.evenkeel.client.bundle.CheckpointIndex;
import org.evenkeel.client.lambdas.LambdaCallSite;
import org.evenkeel.client.lambdas.LambdaLoader;
import org.jspecify.annotations.Nullable;

/** Loads a program's classes from its jars, woven where one of its tasks calls for it. */
public final class WovenLoader extends URLClassLoader implements LambdaLoader {

    static {
        registerAsParallelCapable();
    }

    /** Between a method and the reason in a remark. */
    static final String CANNOT = " cannot be suspended: ";

    private final ProgramClasses classes;
    private final Weaver weaver;
    private final Map<String, WovenClass> defined = new ConcurrentHashMap<>();

    /**
     * @param jars jar files and folders
     * @param index where the program can be suspended
     * @throws IllegalArgumentException if one cannot be read
     */
    public WovenLoader(List<String> jars, CheckpointIndex index, ClassLoader parent) {
        super("bundle", urls(jars), parent);
        try {
            this.classes = ProgramClasses.of(jars);
            this.weaver = new Weaver(classes, index);
        } catch (IOException e) {
            throw new IllegalArgumentException("a jar of the bundle cannot be read: " + jars, e);
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
            throw new IllegalArgumentException(
                    "a jar of the bundle has an invalid name: " + jars, e);
        }
    }

    /**
     * All classes of a program with checkpoints are defined here, woven or not and without their
     * signers: the JVM wants the same signers for a whole package, and daemons have looked at them.
     */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        WovenClass woven = weaver.weave(name.replace('.', '/'));
        File place = woven == null ? null : classes.place(woven.host());
        if (woven == null || place == null) {
            return super.findClass(name);
        }
        try {
            URL location = place.toURI().toURL();
            definePackageOf(name, woven.host(), location);
            byte[] bytes = woven.bytes();
            defined.put(name, woven.withoutBytes());
            CodeSource source = new CodeSource(location, (Certificate[]) null);
            return defineClass(name, bytes, 0, bytes.length, source);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Lambdas have the classes that weaving makes of them, those that come with a payload, too. */
    @Override
    public @Nullable MethodHandle lambdaMaker(Class<?> home, LambdaCallSite callSite)
            throws ReflectiveOperationException {
        String name = weaver.classOf(home.getName().replace('.', '/'), callSite);
        if (name == null) {
            return null;
        }
        Class<?> made;
        try {
            made = loadClass(name.replace('/', '.'));
        } catch (ClassNotFoundException e) {
            return null; // the class could not be woven
        }
        MethodType type = MethodType.fromMethodDescriptorString(callSite.factory(), this);
        Method maker = made.getDeclaredMethod(Lambdas.MAKER, type.parameterArray());
        maker.setAccessible(true);
        return MethodHandles.lookup().unreflect(maker);
    }

    private void definePackageOf(String name, String host, URL location) throws IOException {
        int dot = name.lastIndexOf('.');
        if (dot < 0 || getDefinedPackage(name.substring(0, dot)) != null) {
            return;
        }
        Manifest manifest = classes.manifest(host);
        try {
            definePackage(
                    name.substring(0, dot), manifest == null ? new Manifest() : manifest, location);
        } catch (IllegalArgumentException e) {
            // Another thread has just defined it.
        }
    }

    /**
     * Whether this method of a class of this loader would be suspended by a suspension that comes
     * out of the instruction at this offset.
     */
    public boolean isGuarded(Class<?> type, String method, int offset) {
        WovenClass woven = defined.get(type.getName());
        return woven != null && woven.isGuarded(method, offset);
    }

    /** Whether this method of a class of this loader holds monitors at the call at this offset. */
    public boolean holdsMonitors(Class<?> type, String method, int offset) {
        WovenClass woven = defined.get(type.getName());
        return woven != null && woven.holdsMonitors(method, offset);
    }

    /** Whether a class of this loader has such a resuming method with this call. */
    public boolean canResume(Class<?> type, String twin, int site) {
        WovenClass woven = defined.get(type.getName());
        Integer sites = woven == null ? null : woven.sites().get(twin);
        return sites != null && site >= 0 && site < sites;
    }

    /** Why a method was left as it was, null if it was not or there was nothing to weave. */
    public @Nullable String reason(Class<?> type, String method) {
        String mark = ": " + method + CANNOT;
        for (String each : remarks()) {
            int at = each.indexOf(mark);
            if (at >= 0 && each.startsWith(type.getName() + ":")) {
                return each.substring(at + mark.length());
            }
        }
        return null;
    }

    /** Places where no task of this program can be moved, each with class and line. */
    public Collection<String> remarks() {
        return weaver.remarks();
    }
}

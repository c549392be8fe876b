package org.evenkeel.client.lambdas;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.OwnClasses;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * The Java agent in the client's jar. It makes the lambdas of a program serializable as their
 * classes are loaded, and lets the client look into the JDK's tasks that wrap those of a program.
 *
 * <p>{@code -javaagent:evenkeel-client.jar=exclude=com.acme.,org.lib.} leaves out classes whose
 * names begin so. Classes of the JDK are left out always.
 */
public record LambdaAgent(Instrumentation instrumentation, List<String> excluded)
        implements ClassFileTransformer {

    private static final String EXCLUDE = "exclude=";

    /** Looks into the JDK's package below. */
    private static final String LOOKS_INSIDE = "org/evenkeel/client/JdkWrappers";

    private static final String OPENED = "java.util.concurrent";

    /** It cannot change the library that it works with. */
    private static final String OWN_LIBRARY =
            ClassReader.class.getPackageName().replace('.', '/') + "/";

    /**
     * Called by the JVM before the program's main method. Options that it does not know end the JVM
     * with a message.
     *
     * @param options {@code exclude=PREFIX,...}; null or empty for none
     */
    public static void premain(@Nullable String options, Instrumentation instrumentation) {
        List<String> excluded = List.of();
        try {
            excluded = excluded(options);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().halt(1); // an exception here would make the JVM abort
        }
        instrumentation.addTransformer(new LambdaAgent(instrumentation, excluded));
        System.setProperty(AgentPresence.PROPERTY, "true");
    }

    /**
     * The names to leave out, with slashes.
     *
     * @throws IllegalArgumentException if the options are others
     */
    static List<String> excluded(@Nullable String options) {
        if (options == null || options.isEmpty()) {
            return List.of();
        }
        if (!options.startsWith(EXCLUDE)) {
            throw new IllegalArgumentException(
                    "evenkeel's Java agent has no option \""
                            + Printable.of(options)
                            + "\"; use exclude=PREFIX,... to leave out classes by the beginning of"
                            + " their names");
        }
        return Arrays.stream(options.substring(EXCLUDE.length()).replace('.', '/').split(",", -1))
                .filter(prefix -> !prefix.isEmpty())
                .toList();
    }

    @Override
    public byte @Nullable [] transform(
            Module module,
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (className == null) {
            return null;
        }
        if (className.equals(LOOKS_INSIDE)) {
            open(module);
        }
        if (!isOfProgram(module, loader, className)) {
            return null;
        }
        try {
            return SerializableLambdas.of(classFile);
        } catch (IllegalArgumentException e) {
            return null; // of a version that no code here knows: it is left as it is
        }
    }

    private boolean isOfProgram(Module module, @Nullable ClassLoader loader, String className) {
        return loader != null
                && !loader.equals(ClassLoader.getPlatformClassLoader())
                && !isOfJdk(module)
                && !OwnClasses.containEntry(className)
                && !className.startsWith(OWN_LIBRARY)
                && excluded.stream().noneMatch(className::startsWith);
    }

    /** Some modules of the JDK have the loader of programs. */
    private static boolean isOfJdk(Module module) {
        String name = module.getName();
        return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
    }

    private void open(Module client) {
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of(OPENED, Set.of(client)),
                Set.of(),
                Map.of());
    }
}

package org.evenkeel.continuations.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** Who extends what: the program's classes first, then the API's and the JDK's. Loads none. */
final class Hierarchy {

    static final String OBJECT = "java/lang/Object";

    /** What is known of a class. */
    record Facts(@Nullable String superName, List<String> interfaces, boolean isInterface) {}

    private final ClassSource program;
    private final Map<String, Facts> known = new HashMap<>();
    private final Set<String> missing = new HashSet<>();

    Hierarchy(ClassSource program) {
        this.program = program;
    }

    /** The class of this name, null if there is none. */
    @Nullable Facts find(String name) {
        Facts facts = known.get(name);
        if (facts != null || missing.contains(name)) {
            return facts;
        }
        byte[] bytes = program.bytes(name);
        if (bytes == null) {
            bytes = platform(name);
        }
        if (bytes == null) {
            missing.add(name);
            return null;
        }
        try {
            facts = read(new ClassReader(bytes));
        } catch (IllegalArgumentException e) {
            missing.add(name); // of a version that nobody here knows
            return null;
        }
        known.put(name, facts);
        return facts;
    }

    private static byte @Nullable [] platform(String name) {
        ClassLoader own = Hierarchy.class.getClassLoader();
        try (InputStream in = own.getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            return null;
        }
    }

    private static Facts read(ClassReader reader) {
        return new Facts(
                reader.getSuperName(),
                List.of(reader.getInterfaces()),
                (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0);
    }

    /** All classes and interfaces that this one extends or implements, itself excluded. */
    Set<String> supertypes(String name) {
        Set<String> all = new LinkedHashSet<>();
        addSupertypes(name, all);
        return all;
    }

    private void addSupertypes(String name, Set<String> all) {
        Facts facts = find(name);
        if (facts == null) {
            return;
        }
        if (facts.superName() != null && all.add(facts.superName())) {
            addSupertypes(facts.superName(), all);
        }
        for (String each : facts.interfaces()) {
            if (all.add(each)) {
                addSupertypes(each, all);
            }
        }
    }

    boolean isInterface(String name) {
        Facts facts = find(name);
        return facts != null && facts.isInterface();
    }

    /** Its superclass; Object for what is not there. */
    @Nullable String superOf(String name) {
        Facts facts = find(name);
        return facts == null ? (name.equals(OBJECT) ? null : OBJECT) : facts.superName();
    }

    /** Whether a value of class {@code from} fits where {@code to} is wanted. */
    boolean isAssignable(String to, String from) {
        return to.equals(from) || to.equals(OBJECT) || supertypes(from).contains(to);
    }

    /** The closest class that both extend, as the verifier sees it: interfaces are Object. */
    String common(String a, String b) {
        if (isInterface(a) || isInterface(b)) {
            return a.equals(b) ? a : OBJECT;
        }
        Set<String> above = supertypes(a);
        String each = b;
        while (each != null && !each.equals(a) && !above.contains(each)) {
            each = superOf(each);
        }
        return each == null ? OBJECT : each;
    }
}

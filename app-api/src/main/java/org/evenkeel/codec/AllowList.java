package org.evenkeel.codec;

import com.esotericsoftware.kryo.KryoException;

/**
 * Which classes may be named in a payload: those of the program. JDK types are registered one by
 * one in {@link Registrations} and never named.
 */
final class AllowList {

    /** Packages of our own, which no payload has business with. */
    private static final String[] OWN = {
        "com.esotericsoftware.",
        "org.evenkeel.bundle.",
        "org.evenkeel.client.",
        "org.evenkeel.codec.",
        "org.evenkeel.core.",
        "org.evenkeel.daemon.",
        "org.evenkeel.embedded.",
        "org.evenkeel.files.",
        "org.evenkeel.graph.",
        "org.evenkeel.identity.",
        "org.evenkeel.journal.",
        "org.evenkeel.link.",
        "org.evenkeel.load.",
        "org.evenkeel.messages.",
        "org.evenkeel.migration.",
        "org.evenkeel.model.",
        "org.evenkeel.phase.",
        "org.evenkeel.plan.",
        "org.evenkeel.policy.",
        "org.evenkeel.protocol.",
        "org.evenkeel.session.",
        "org.evenkeel.shaded.",
        "org.evenkeel.sim.",
        "org.evenkeel.tls.",
        "org.evenkeel.topology.",
        "org.evenkeel.trace.",
        "org.evenkeel.value.",
        "org.evenkeel.wire."
    };

    private final ClassLoader loader;

    AllowList(ClassLoader loader) {
        this.loader = loader;
    }

    /** Whether objects of this class may travel although it is not registered. */
    static boolean permits(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        if (element.isPrimitive() || element == Object.class) {
            return true;
        }
        ClassLoader definer = element.getClassLoader();
        return definer != null
                && !definer.equals(ClassLoader.getPlatformClassLoader())
                && !isOwn(element.getName());
    }

    private static boolean isOwn(String name) {
        for (String prefix : OWN) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Finds a class named in a payload without initialising it.
     *
     * @throws KryoException if there is none or it may not travel
     */
    Class<?> load(String name) {
        if (isOwn(name)) {
            throw new KryoException("class " + name + " may not travel");
        }
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (!permits(type)) {
                boolean array = type.isArray() && Registrations.contains(elementOf(type));
                if (!array) {
                    throw new KryoException("class " + name + " may not travel");
                }
            }
            return type;
        } catch (ClassNotFoundException | LinkageError e) {
            throw new KryoException("class " + name + " cannot be loaded: " + e, e);
        }
    }

    static Class<?> elementOf(Class<?> array) {
        Class<?> element = array;
        while (element.isArray()) {
            element = element.componentType();
        }
        return element;
    }
}

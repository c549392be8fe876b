package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.KryoException;
import org.evenkeel.model.OwnClasses;

/**
 * Which classes may be named in a payload: those of the program. JDK types are registered one by
 * one in {@link Registrations} and never named.
 */
final class AllowList {

    private static final String API = "org.evenkeel.api.";
    private static final String KRYO = "com.esotericsoftware.";

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

    /** Evenkeel's own, but for the API: no payload has business with the rest. */
    private static boolean isOwn(String name) {
        return name.startsWith(KRYO) || !name.startsWith(API) && OwnClasses.contain(name);
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

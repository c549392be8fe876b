package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.util.function.Consumer;

/** Kryo's names of classes, with the allow-list in between. */
final class AllowListResolver extends DefaultClassResolver {

    /** Classes of one payload, and remembered ones of earlier payloads. */
    private static final int MAX_NAMES = 10_000;

    private final AllowList allowed;
    private final Consumer<Class<?>> named;

    /**
     * @param named hears of each class of the program that a payload names for the first time
     */
    AllowListResolver(AllowList allowed, Consumer<Class<?>> named) {
        this.allowed = allowed;
        this.named = named;
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    public Registration registerImplicit(Class type) {
        Class<?> checked = type;
        boolean array = checked.isArray() && Registrations.contains(AllowList.elementOf(checked));
        if (!array && !AllowList.permits(checked)) {
            throw new RefusedTypeException(checked.getName(), RefusalReasons.why(checked));
        }
        named.accept(checked);
        return super.registerImplicit(type);
    }

    @Override
    protected Class<?> getTypeByName(String className) {
        if (className == null) {
            throw new KryoException("a class without a name");
        }
        Class<?> known = super.getTypeByName(className);
        if (known != null) {
            return known;
        }
        if (nameToClass != null && nameToClass.size > MAX_NAMES) {
            nameToClass.clear();
        }
        return allowed.load(className);
    }
}

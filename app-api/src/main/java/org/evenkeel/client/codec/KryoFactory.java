package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.objenesis.instantiator.ObjectInstantiator;
import org.objenesis.strategy.InstantiatorStrategy;
import org.objenesis.strategy.StdInstantiatorStrategy;

/** Makes Kryo instances as payloads need them. */
final class KryoFactory {

    static {
        // Kryo's own use of sun.misc.Unsafe prints warnings on current Java; it works without.
        System.setProperty("kryo.unsafe", "false");
    }

    /**
     * One for payloads.
     *
     * @param named hears of each class of the program that a payload names for the first time
     * @param earlierReaders whether what it writes is read by builds that make only those lambdas
     *     again which the compiler prepared
     */
    static Kryo create(
            ClassLoader loader, Consumer<Class<?>> named, BooleanSupplier earlierReaders) {
        Kryo kryo = new PayloadKryo(loader, named, earlierReaders);
        kryo.setRegistrationRequired(false);
        kryo.setReferences(true);
        kryo.setOptimizedGenerics(false);
        kryo.setInstantiatorStrategy(new Instantiators());
        kryo.setClassLoader(loader);
        Registrations.register(kryo);
        return kryo;
    }

    /** Whether what it writes is read by earlier builds. */
    static boolean isForEarlierReaders(Kryo kryo) {
        return kryo instanceof PayloadKryo payloads && payloads.earlierReaders.getAsBoolean();
    }

    /** With all exceptions as one type, and a serializer for each class of a program. */
    private static final class PayloadKryo extends Kryo {
        private final BooleanSupplier earlierReaders;

        PayloadKryo(ClassLoader loader, Consumer<Class<?>> named, BooleanSupplier earlierReaders) {
            super(new AllowListResolver(new AllowList(loader), named), new References());
            this.earlierReaders = earlierReaders;
        }

        @Override
        @SuppressWarnings("rawtypes") // as Kryo declares it
        public Registration getRegistration(Class type) {
            Class<?> checked = type;
            boolean thrown =
                    Throwable.class.isAssignableFrom(checked) && checked != Throwable.class;
            return super.getRegistration(thrown ? Throwable.class : type);
        }

        @Override
        @SuppressWarnings("rawtypes") // as Kryo declares it
        public Serializer<?> getDefaultSerializer(Class type) {
            return laterRefusing(this, type);
        }
    }

    /** A payload may name a class whose objects cannot travel: that of a lambda's code. */
    private static Serializer<?> laterRefusing(Kryo kryo, Class<?> type) {
        try {
            return serializerFor(kryo, type);
        } catch (RefusedTypeException e) {
            return new Refusing(e);
        }
    }

    private static Serializer<?> serializerFor(Kryo kryo, Class<?> type) {
        if (type.isArray()) {
            return new Containers.OfArray(type);
        }
        if (Enum.class.isAssignableFrom(type)) {
            return new com.esotericsoftware.kryo.serializers.DefaultSerializers.EnumSerializer(
                    enumOf(type));
        }
        if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return Containers.ofUserType(type);
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw new RefusedTypeException(type.getName(), "it is abstract");
        }
        return new ObjectSerializer(kryo, type);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Class<? extends Enum> enumOf(Class<?> type) {
        return (Class<? extends Enum>) (type.isEnum() ? type : type.getSuperclass());
    }

    /** Of a class whose objects cannot travel. */
    private static final class Refusing extends Serializer<Object> {
        private final RefusedTypeException why;

        Refusing(RefusedTypeException why) {
            this.why = why;
        }

        @Override
        public void write(Kryo kryo, Output output, Object object) {
            throw why.again();
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
            throw why.again();
        }
    }

    /** Makes objects by their constructor without arguments, or without any constructor. */
    private static final class Instantiators implements InstantiatorStrategy {
        private final InstantiatorStrategy plain = new StdInstantiatorStrategy();

        @Override
        public <T> ObjectInstantiator<T> newInstantiatorOf(Class<T> type) {
            try {
                Constructor<T> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                return () -> {
                    try {
                        return constructor.newInstance();
                    } catch (ReflectiveOperationException e) {
                        throw new KryoException(
                                "the constructor of " + type.getName() + " failed: " + e, e);
                    }
                };
            } catch (NoSuchMethodException | InaccessibleObjectException e) {
                return plain.newInstantiatorOf(type);
            }
        }
    }
}

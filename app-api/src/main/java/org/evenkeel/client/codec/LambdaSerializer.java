package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.Serializable;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.evenkeel.client.lambdas.LambdaMaker;
import org.jspecify.annotations.Nullable;

/**
 * Lambdas and method references that are {@link Serializable}, by their type or because of the
 * agent: they travel as the name of their body and what they captured, and are made again by the
 * class that holds the body, or for it.
 */
final class LambdaSerializer extends Serializer<Object> {

    private static final int MAX_CAPTURED = 255;
    private static final String BODY = "lambda$";

    /** The method that the compiler writes where a lambda's type is serializable. */
    private static final ClassValue<Optional<Method>> COMPILED =
            new ClassValue<>() {
                @Override
                protected Optional<Method> computeValue(Class<?> home) {
                    try {
                        Method maker =
                                home.getDeclaredMethod(
                                        "$deserializeLambda$", SerializedLambda.class);
                        maker.setAccessible(true);
                        return Optional.of(maker);
                    } catch (NoSuchMethodException e) {
                        return Optional.empty();
                    }
                }
            };

    @Override
    public void write(Kryo kryo, Output output, Object lambda) {
        SerializedLambda form = form(lambda);
        Class<?> home = home(kryo, form);
        if (KryoFactory.isForEarlierReaders(kryo)) {
            requireCompiled(home, form);
        }
        kryo.writeClass(output, home);
        output.writeString(form.getFunctionalInterfaceClass());
        output.writeString(form.getFunctionalInterfaceMethodName());
        output.writeString(form.getFunctionalInterfaceMethodSignature());
        output.writeVarInt(form.getImplMethodKind(), true);
        output.writeString(form.getImplClass());
        output.writeString(form.getImplMethodName());
        output.writeString(form.getImplMethodSignature());
        output.writeString(form.getInstantiatedMethodType());
        int captured = form.getCapturedArgCount();
        output.writeVarInt(captured, true);
        for (int i = 0; i < captured; i++) {
            try {
                kryo.writeClassAndObject(output, form.getCapturedArg(i));
            } catch (RefusedTypeException e) {
                e.addStep(capturedBy(form, i));
                throw e;
            }
        }
    }

    /** {@code captured this (org.app.Main)}, or which lambda captured it. */
    private static String capturedBy(SerializedLambda form, int captured) {
        boolean isThis =
                captured == 0
                        && form.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic
                        && form.getImplMethodName().startsWith(BODY);
        return isThis
                ? "captured this (" + form.getImplClass().replace('/', '.') + ")"
                : "captured by the lambda in " + shortName(form.getCapturingClass());
    }

    /** The name of a lambda's home and body, human-readable; the class's name when it is none. */
    static String nameOf(Object lambda) {
        if (!(lambda instanceof Serializable)) {
            return lambda.getClass().getName();
        }
        SerializedLambda form = form(lambda);
        return form.getCapturingClass().replace('/', '.') + "::" + form.getImplMethodName();
    }

    private static SerializedLambda form(Object lambda) {
        Class<?> type = lambda.getClass();
        if (!(lambda instanceof Serializable)) {
            throw new RefusedTypeException(
                    type.getName(),
                    type.getClassLoader() == null
                            ? "a lambda made inside the JDK; write it as one of your own"
                            : "a lambda that is not declared Serializable");
        }
        try {
            Method writeReplace = type.getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return (SerializedLambda) writeReplace.invoke(lambda);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new RefusedTypeException(
                    type.getName(),
                    "a lambda made inside the JDK or a library (" + e.getMessage() + ")");
        }
    }

    /** The class whose code made a lambda; the payload must name it, and no other. */
    private static Class<?> home(Kryo kryo, SerializedLambda form) {
        Class<?> home = load(kryo, form.getCapturingClass());
        if (!kryo.getRegistration(home).getType().equals(home)) {
            throw new RefusedTypeException(
                    home.getName(),
                    "lambdas in an exception, or in a constant of an enum, cannot travel; write it"
                            + " in another class");
        }
        return home;
    }

    private static Class<?> load(Kryo kryo, String slashed) {
        try {
            return Class.forName(slashed.replace('/', '.'), false, kryo.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new RefusedTypeException(slashed.replace('/', '.'), "the class of a lambda");
        }
    }

    private static String shortName(String slashed) {
        return slashed.substring(slashed.lastIndexOf('/') + 1);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        Class<?> home = kryo.readClass(input).getType();
        if (!AllowList.permits(home)) {
            throw new KryoException("a lambda in " + home.getName() + " may not travel");
        }
        String face = input.readString();
        String faceMethod = input.readString();
        String faceSignature = input.readString();
        int kind = input.readVarInt(true);
        String implClass = input.readString();
        String implMethod = input.readString();
        String implSignature = input.readString();
        String instantiated = input.readString();
        int captured = ((BoundedStreams.BoundedInput) input).readLength();
        if (captured > MAX_CAPTURED) {
            throw new KryoException("a lambda that captures " + captured + " values");
        }
        Object[] arguments = new Object[captured];
        for (int i = 0; i < captured; i++) {
            arguments[i] = kryo.readClassAndObject(input);
        }
        return make(
                home,
                new SerializedLambda(
                        home,
                        face,
                        faceMethod,
                        faceSignature,
                        kind,
                        implClass,
                        implMethod,
                        implSignature,
                        instantiated,
                        arguments));
    }

    private static Object make(Class<?> home, SerializedLambda form) {
        try {
            Object made = makeAsCompiled(home, form);
            return made != null ? made : LambdaMaker.make(home, form);
        } catch (ReflectiveOperationException | RuntimeException e) {
            Throwable why = e.getCause() != null ? e.getCause() : e;
            throw new KryoException(
                    "the lambda in " + home.getName() + " cannot be restored: " + why, e);
        }
    }

    private static void requireCompiled(Class<?> home, SerializedLambda form) {
        try {
            if (makeAsCompiled(home, form) != null) {
                return;
            }
        } catch (ReflectiveOperationException e) {
            // Its reader would fail as well.
        }
        throw new RefusedTypeException(
                home.getName(),
                "a lambda that only the Java agent made serializable, and the node has an earlier"
                        + " version of Evenkeel, whose workers cannot make it again; update it, or"
                        + " write the lambda where a RemoteCallable, RemoteRunnable or RemoteTask"
                        + " is expected");
    }

    /**
     * What {@code SerializedLambda.readResolve} does, without the JDK's package being opened.
     *
     * @return null if the compiler did not prepare for this lambda
     */
    private static @Nullable Object makeAsCompiled(Class<?> home, SerializedLambda form)
            throws ReflectiveOperationException {
        Method maker = COMPILED.get(home).orElse(null);
        if (maker == null) {
            return null;
        }
        try {
            return maker.invoke(null, form);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                return null; // it has others
            }
            throw e;
        }
    }
}

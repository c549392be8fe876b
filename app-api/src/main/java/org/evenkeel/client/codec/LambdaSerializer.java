package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/**
 * Lambdas and method references that are declared {@link Serializable}: they travel as the name of
 * their body and what they captured, and are made again by the class that holds the body.
 */
final class LambdaSerializer extends Serializer<Object> {

    private static final int MAX_CAPTURED = 255;

    @Override
    public void write(Kryo kryo, Output output, Object lambda) {
        SerializedLambda form = form(lambda);
        kryo.writeClass(output, load(kryo, form.getCapturingClass()));
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
                e.addStep("captured by the lambda in " + shortName(form.getCapturingClass()));
                throw e;
            }
        }
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
        if (!(lambda instanceof Serializable)) {
            throw new RefusedTypeException(
                    lambda.getClass().getName(), "a lambda that is not declared Serializable");
        }
        try {
            Method writeReplace = lambda.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return (SerializedLambda) writeReplace.invoke(lambda);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new RefusedTypeException(
                    lambda.getClass().getName(),
                    "a lambda made inside the JDK or a library (" + e.getMessage() + ")");
        }
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

    /** What {@code SerializedLambda.readResolve} does, without the JDK's package being opened. */
    private static Object make(Class<?> home, SerializedLambda form) {
        try {
            Method maker = home.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
            maker.setAccessible(true);
            return maker.invoke(null, form);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new KryoException("the lambda in " + home.getName() + " cannot be restored", e);
        }
    }
}

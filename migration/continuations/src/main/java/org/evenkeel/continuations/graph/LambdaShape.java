package org.evenkeel.continuations.graph;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lambdas that the JDK made for the program: {@code Comparator.comparing(..)} and the like. */
final class LambdaShape extends Shape {

    /** Classes of the JDK whose lambdas are serialisable. */
    private static final Class<?>[] MAKERS = {Comparator.class, Map.Entry.class};

    @Override
    boolean fits(Object object, Classes classes) {
        return object.getClass().isHidden() && maker(object.getClass().getName()) != null;
    }

    private static @Nullable Class<?> maker(String lambda) {
        for (Class<?> each : MAKERS) {
            if (lambda.startsWith(each.getName() + "$$Lambda")) {
                return each;
            }
        }
        return null;
    }

    private static SerializedLambda serialized(Object lambda) throws ReflectiveOperationException {
        Method method = lambda.getClass().getDeclaredMethod("writeReplace");
        method.setAccessible(true);
        return (SerializedLambda) method.invoke(lambda);
    }

    @Override
    @Nullable Object[] parts(Object object) throws CannotTravel {
        try {
            SerializedLambda lambda = serialized(object);
            @Nullable Object[] parts = new Object[lambda.getCapturedArgCount()];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = lambda.getCapturedArg(i);
            }
            return parts;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new CannotTravel("a lambda of the JDK: " + e);
        }
    }

    @Override
    void writeHeader(Object object, Out out) throws CannotTravel {
        try {
            SerializedLambda lambda = serialized(object);
            out.name(lambda.getCapturingClass());
            out.name(lambda.getFunctionalInterfaceClass());
            out.name(lambda.getFunctionalInterfaceMethodName());
            out.name(lambda.getFunctionalInterfaceMethodSignature());
            out.count(lambda.getImplMethodKind());
            out.name(lambda.getImplClass());
            out.name(lambda.getImplMethodName());
            out.name(lambda.getImplMethodSignature());
            out.name(lambda.getInstantiatedMethodType());
        } catch (ReflectiveOperationException e) {
            throw new CannotTravel("a lambda of the JDK: " + e);
        }
    }

    /** What a lambda's body is; its captured values are parts. */
    private record Form(
            Class<?> maker,
            String type,
            String method,
            String signature,
            int kind,
            String bodyClass,
            String body,
            String bodySignature,
            String instantiated) {}

    @Override
    Object readHeader(In in, Classes classes) throws DamagedGraph {
        String capturing = in.name().replace('/', '.');
        Class<?> maker = maker(capturing + "$$Lambda");
        if (maker == null || !maker.getName().equals(capturing)) {
            throw new DamagedGraph(capturing + " makes no lambdas that travel");
        }
        return new Form(
                maker,
                in.name(),
                in.name(),
                in.name(),
                in.count(),
                in.name(),
                in.name(),
                in.name(),
                in.name());
    }

    @Override
    @Nullable Object allocate(Object header) {
        return null;
    }

    @Override
    Object make(Object header, @Nullable Object body, @Nullable Object[] parts)
            throws DamagedGraph {
        Form form = (Form) header;
        try {
            SerializedLambda lambda =
                    new SerializedLambda(
                            form.maker(),
                            form.type(),
                            form.method(),
                            form.signature(),
                            form.kind(),
                            form.bodyClass(),
                            form.body(),
                            form.bodySignature(),
                            form.instantiated(),
                            parts);
            Method method =
                    form.maker().getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
            method.setAccessible(true);
            return method.invoke(null, lambda);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new DamagedGraph("a lambda of the JDK that cannot be made again", e);
        }
    }
}

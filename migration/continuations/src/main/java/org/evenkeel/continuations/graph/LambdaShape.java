package org.evenkeel.continuations.graph;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lambdas that the JDK made for the program: {@code Comparator.comparing(..)} and the like. */
final class LambdaShape extends Shape {

    /** Classes of the JDK whose lambdas are serializable. */
    private static final Class<?>[] MAKERS = {Comparator.class, Map.Entry.class};

    @Override
    boolean fits(Object object, Classes classes) {
        return object.getClass().isHidden() && maker(object.getClass().getName()) != null;
    }

    private static @Nullable Class<?> maker(String lambda) {
        return Stream.of(MAKERS)
                .filter(each -> lambda.startsWith(each.getName() + "$$Lambda"))
                .findFirst()
                .orElse(null);
    }

    private static SerializedLambda serialized(Object lambda) throws ReflectiveOperationException {
        Method method = lambda.getClass().getDeclaredMethod("writeReplace");
        method.setAccessible(true);
        return (SerializedLambda) method.invoke(lambda);
    }

    @Override
    @Nullable Object[] parts(Object object) throws UncapturableObjectException {
        try {
            SerializedLambda lambda = serialized(object);
            @Nullable Object[] parts = new Object[lambda.getCapturedArgCount()];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = lambda.getCapturedArg(i);
            }
            return parts;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new UncapturableObjectException("a lambda of the JDK: " + e);
        }
    }

    @Override
    void writeHeader(Object object, GraphOutput graphOutput) throws UncapturableObjectException {
        try {
            SerializedLambda lambda = serialized(object);
            graphOutput.name(lambda.getCapturingClass());
            graphOutput.name(lambda.getFunctionalInterfaceClass());
            graphOutput.name(lambda.getFunctionalInterfaceMethodName());
            graphOutput.name(lambda.getFunctionalInterfaceMethodSignature());
            graphOutput.count(lambda.getImplMethodKind());
            graphOutput.name(lambda.getImplClass());
            graphOutput.name(lambda.getImplMethodName());
            graphOutput.name(lambda.getImplMethodSignature());
            graphOutput.name(lambda.getInstantiatedMethodType());
        } catch (ReflectiveOperationException e) {
            throw new UncapturableObjectException("a lambda of the JDK: " + e);
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
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        String capturing = graphInput.name().replace('/', '.');
        Class<?> maker = maker(capturing + "$$Lambda");
        if (maker == null || !maker.getName().equals(capturing)) {
            throw new DamagedGraph(capturing + " creates no lambdas that travel");
        }
        return new Form(
                maker,
                graphInput.name(),
                graphInput.name(),
                graphInput.name(),
                graphInput.count(),
                graphInput.name(),
                graphInput.name(),
                graphInput.name(),
                graphInput.name());
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
            throw new DamagedGraph("a lambda of the JDK that cannot be restored", e);
        }
    }
}

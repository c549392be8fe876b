package org.evenkeel.client.lambdas;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the lambdas of a class again out of their serialized form. The class need not have been
 * compiled for that: its file says which lambdas it has, and no other is made.
 *
 * <p>Any thread may call it. It runs no code of the lambda.
 */
public final class LambdaMaker {

    private static final ClassValue<LambdaMaker> KNOWN =
            new ClassValue<>() {
                @Override
                protected LambdaMaker computeValue(Class<?> home) {
                    return new LambdaMaker(home);
                }
            };

    /** A call, and what it is linked to as soon as a lambda of it has come. */
    private final class Linked {
        private final LambdaCallSite callSite;
        private volatile @Nullable MethodType captures;
        private volatile @Nullable MethodHandle maker;

        Linked(LambdaCallSite callSite) {
            this.callSite = callSite;
        }

        /** Calls of one body may differ in the types of what they capture. */
        boolean captures(@Nullable Object[] values) {
            MethodType wanted = captures;
            if (wanted == null) {
                wanted = type(callSite.factory()).wrap();
                captures = wanted;
            }
            boolean fits = wanted.parameterCount() == values.length;
            for (int i = 0; fits && i < values.length; i++) {
                fits = values[i] == null || wanted.parameterType(i).isInstance(values[i]);
            }
            return fits;
        }
    }

    private final Class<?> home;
    private final List<Linked> calls = new ArrayList<>();

    private LambdaMaker(Class<?> home) {
        this.home = home;
        LambdaCallSite.of(classFile(home)).forEach(site -> calls.add(new Linked(site)));
    }

    private static byte[] classFile(Class<?> home) {
        String file = home.getName().replace('.', '/') + ".class";
        ClassLoader loader = home.getClassLoader();
        try (InputStream in = loader == null ? null : loader.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no file " + file);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e, e);
        }
    }

    /**
     * Makes a lambda.
     *
     * @param home the class whose code made it
     * @throws IllegalArgumentException if the class makes no such lambda
     */
    public static Object make(Class<?> home, SerializedLambda form) {
        try {
            return KNOWN.get(home).make(form);
        } catch (IllegalArgumentException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException("it cannot be linked: " + e, e);
        }
    }

    private Object make(SerializedLambda form) throws Throwable {
        @Nullable Object[] captured = new Object[form.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = form.getCapturedArg(i);
        }
        Linked call = find(form, captured);
        MethodHandle maker = call.maker;
        if (maker == null) {
            maker = link(call.callSite);
            call.maker = maker;
        }
        return maker.invokeWithArguments(captured);
    }

    /** The call whose body is of the very class, or else of one below it. */
    private Linked find(SerializedLambda form, @Nullable Object[] captured)
            throws ClassNotFoundException {
        Linked inherited = null;
        for (Linked each : calls) {
            if (each.callSite.fits(form) && each.captures(captured)) {
                String owner = each.callSite.body().owner();
                if (owner.equals(form.getImplClass())) {
                    return each;
                }
                if (inherited == null && load(form.getImplClass()).isAssignableFrom(load(owner))) {
                    inherited = each;
                }
            }
        }
        if (inherited == null) {
            throw new IllegalArgumentException("the class has no such lambda");
        }
        return inherited;
    }

    private Class<?> load(String slashed) throws ClassNotFoundException {
        return Class.forName(slashed.replace('/', '.'), false, home.getClassLoader());
    }

    private MethodType type(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, home.getClassLoader());
    }

    private MethodHandle link(LambdaCallSite site)
            throws ReflectiveOperationException, LambdaConversionException {
        MethodHandle own =
                home.getClassLoader() instanceof LambdaLoader loader
                        ? loader.lambdaMaker(home, site)
                        : null;
        if (own != null) {
            return own;
        }
        MethodHandles.Lookup lookup = FullPrivilegeLookup.of(home);
        List<Object> arguments = new ArrayList<>();
        arguments.add(type(site.signature()));
        arguments.add(body(lookup, site.body()));
        arguments.add(type(site.instantiated()));
        arguments.add(
                LambdaMetafactory.FLAG_SERIALIZABLE
                        | LambdaMetafactory.FLAG_MARKERS
                        | LambdaMetafactory.FLAG_BRIDGES);
        arguments.add(site.markers().size());
        for (String marker : site.markers()) {
            arguments.add(load(marker));
        }
        arguments.add(site.bridges().size());
        for (String bridge : site.bridges()) {
            arguments.add(type(bridge));
        }
        return LambdaMetafactory.altMetafactory(
                        lookup, site.method(), type(site.factory()), arguments.toArray())
                .getTarget();
    }

    private MethodHandle body(MethodHandles.Lookup lookup, LambdaCallSite.Body body)
            throws ReflectiveOperationException {
        Class<?> owner = load(body.owner());
        MethodType type = type(body.descriptor());
        return switch (body.kind()) {
            case MethodHandleInfo.REF_invokeStatic -> lookup.findStatic(owner, body.name(), type);
            case MethodHandleInfo.REF_newInvokeSpecial -> lookup.findConstructor(owner, type);
            case MethodHandleInfo.REF_invokeSpecial ->
                    lookup.findSpecial(owner, body.name(), type, home);
            case MethodHandleInfo.REF_invokeVirtual, MethodHandleInfo.REF_invokeInterface ->
                    lookup.findVirtual(owner, body.name(), type);
            default -> throw new IllegalArgumentException("a body of kind " + body.kind());
        };
    }
}

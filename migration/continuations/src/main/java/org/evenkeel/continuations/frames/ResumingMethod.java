package org.evenkeel.continuations.frames;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The method in which a frame resumes. */
final class ResumingMethod {

    private static final MethodType INSTANCE =
            MethodType.methodType(Object.class, Object.class, Resumption.class);
    private static final MethodType STATIC = MethodType.methodType(Object.class, Resumption.class);

    /** Those of a class, found once. */
    private static final ClassValue<Map<String, ResumingMethod>> KNOWN =
            new ClassValue<>() {
                @Override
                protected Map<String, ResumingMethod> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private final MethodHandle handle;
    private final boolean isStatic;
    private final BitSet withMonitors = new BitSet();

    private ResumingMethod(Method method) throws IllegalAccessException {
        method.setAccessible(true);
        MethodHandle direct = MethodHandles.lookup().unreflect(method);
        HoldsMonitors monitors = method.getAnnotation(HoldsMonitors.class);
        isStatic = Modifier.isStatic(method.getModifiers());
        handle = direct.asType(isStatic ? STATIC : INSTANCE);
        if (monitors != null) {
            Arrays.stream(monitors.value()).forEach(withMonitors::set);
        }
    }

    /**
     * The one of a frame.
     *
     * @throws WrongFrame if its class has none, or its object is none of that class
     */
    static ResumingMethod of(Frame frame) {
        Map<String, ResumingMethod> known = KNOWN.get(frame.owner());
        ResumingMethod method = known.get(frame.method());
        if (method == null) {
            method = find(frame);
            known.put(frame.method(), method);
        }
        if (!method.isStatic) {
            method.self(frame);
        }
        return method;
    }

    private static ResumingMethod find(Frame frame) {
        try {
            return new ResumingMethod(
                    frame.owner().getDeclaredMethod(frame.method(), Resumption.class));
        } catch (ReflectiveOperationException e) {
            throw new WrongFrame(
                    frame.owner().getName() + " has no method " + frame.method() + " to resume in");
        }
    }

    private @Nullable Object self(Frame frame) {
        frame.rewind();
        Object self = frame.takeObject();
        if (!frame.owner().isInstance(self)) {
            throw new WrongFrame(frame + " belongs to no object of its class");
        }
        return self;
    }

    boolean holdsMonitors(int site) {
        return withMonitors.get(site);
    }

    @Nullable Object call(Frame frame, Resumption resumption) throws Throwable {
        return isStatic
                ? (Object) handle.invokeExact(resumption)
                : (Object) handle.invokeExact(self(frame), resumption);
    }
}

package org.evenkeel.continuations.frames;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A stack on its way back: each resuming method takes its frame and calls {@link #next} where it
 * had called the method inside of it.
 */
public final class Resumption {

    private static final MethodType INSTANCE =
            MethodType.methodType(Object.class, Object.class, Resumption.class);
    private static final MethodType STATIC = MethodType.methodType(Object.class, Resumption.class);

    /** Resuming methods of a class, found once. */
    private static final ClassValue<Map<String, MethodHandle>> TWINS =
            new ClassValue<>() {
                @Override
                protected Map<String, MethodHandle> computeValue(Class<?> type) {
                    return new ConcurrentHashMap<>();
                }
            };

    private final List<Frame> stack;
    private int position;

    /**
     * @param stack outermost frame first
     */
    public Resumption(List<Frame> stack) {
        this.stack = stack;
    }

    /** The frame of the method that was just called. Called by woven code. */
    public Frame frame() {
        Frame frame = stack.get(position++);
        frame.rewind();
        return frame;
    }

    /**
     * Goes on in the next frame inwards, and returns or throws what it does; null at the innermost
     * call, which was the checkpoint's. Called by woven code, and once by who resumes.
     */
    public @Nullable Object next() throws Throwable {
        if (position == stack.size()) {
            return null;
        }
        Frame frame = stack.get(position);
        MethodHandle twin = twin(frame);
        if (twin.type().equals(STATIC)) {
            return (Object) twin.invokeExact(this);
        }
        frame.rewind();
        Object self = frame.takeObject();
        if (!frame.owner().isInstance(self)) {
            throw new WrongFrame(frame + " belongs to no object of its class");
        }
        return (Object) twin.invokeExact(self, this);
    }

    /** What to throw when a frame names a call that its method does not have. */
    public Error unknownSite() {
        return new WrongFrame(stack.get(position - 1) + " has no such call");
    }

    private static MethodHandle twin(Frame frame) {
        Map<String, MethodHandle> twins = TWINS.get(frame.owner());
        MethodHandle twin = twins.get(frame.method());
        if (twin == null) {
            twin = find(frame);
            twins.put(frame.method(), twin);
        }
        return twin;
    }

    private static MethodHandle find(Frame frame) {
        try {
            Method method = frame.owner().getDeclaredMethod(frame.method(), Resumption.class);
            method.setAccessible(true);
            MethodHandle handle = MethodHandles.lookup().unreflect(method);
            return handle.asType(Modifier.isStatic(method.getModifiers()) ? STATIC : INSTANCE);
        } catch (ReflectiveOperationException e) {
            throw new WrongFrame(
                    frame.owner().getName() + " has no method " + frame.method() + " to go on in");
        }
    }
}

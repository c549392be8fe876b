package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.Map;
import org.evenkeel.api.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions as they travel: class name, message, frames, cause and suppressed ones; never their
 * other fields.
 *
 * <p>The other side makes the same type again through a constructor that takes (message, cause),
 * (message), (cause) or nothing, and a {@link RemoteException} with the type's name where it
 * cannot.
 */
final class ThrowableCodec {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_FRAMES = 256;
    private static final int MAX_SUPPRESSED = 16;
    private static final int MAX_MESSAGE_CHARS = 1 << 16;

    static void write(Output output, Throwable thrown) {
        write(output, thrown, 0, new IdentityHashMap<>());
    }

    private static void write(
            Output output, Throwable thrown, int depth, Map<Throwable, Boolean> seen) {
        seen.put(thrown, true);
        boolean held = thrown instanceof RemoteException;
        output.writeString(
                held ? ((RemoteException) thrown).typeName() : thrown.getClass().getName());
        output.writeString(messageOf(thrown));
        StackTraceElement[] frames = thrown.getStackTrace();
        int frameCount = Math.min(frames.length, MAX_FRAMES);
        output.writeVarInt(frameCount, true);
        for (int i = 0; i < frameCount; i++) {
            writeFrame(output, frames[i]);
        }
        Throwable cause = thrown.getCause();
        if (cause != null && depth < MAX_DEPTH && !seen.containsKey(cause)) {
            output.writeBoolean(true);
            write(output, cause, depth + 1, seen);
        } else {
            output.writeBoolean(false);
        }
        Throwable[] suppressed = thrown.getSuppressed();
        int count = depth < MAX_DEPTH ? Math.min(suppressed.length, MAX_SUPPRESSED) : 0;
        output.writeVarInt(count, true);
        for (int i = 0; i < count; i++) {
            boolean again = seen.containsKey(suppressed[i]);
            write(
                    output,
                    again ? new RemoteException("see above", "") : suppressed[i],
                    depth + 1,
                    seen);
        }
    }

    private static @Nullable String messageOf(Throwable thrown) {
        String message;
        try {
            message = thrown.getMessage();
        } catch (RuntimeException e) {
            return "(its message is not available: " + e.getClass().getName() + ")";
        }
        return message == null || message.length() <= MAX_MESSAGE_CHARS
                ? message
                : message.substring(0, MAX_MESSAGE_CHARS);
    }

    static void writeFrame(Output output, StackTraceElement frame) {
        output.writeString(frame.getClassLoaderName());
        output.writeString(frame.getModuleName());
        output.writeString(frame.getModuleVersion());
        output.writeString(frame.getClassName());
        output.writeString(frame.getMethodName());
        output.writeString(frame.getFileName());
        output.writeVarInt(frame.getLineNumber(), false);
    }

    static StackTraceElement readFrame(Input input) {
        String loader = input.readString();
        String module = input.readString();
        String version = input.readString();
        String type = required(input.readString());
        String method = required(input.readString());
        String file = input.readString();
        return new StackTraceElement(
                loader, module, version, type, method, file, input.readVarInt(false));
    }

    private static String required(@Nullable String text) {
        if (text == null) {
            throw new KryoException("a name is missing in an exception");
        }
        return text;
    }

    static Throwable read(Input input, ClassLoader loader) {
        return read(input, loader, 0);
    }

    private static Throwable read(Input input, ClassLoader loader, int depth) {
        if (depth > MAX_DEPTH + 1) {
            throw new KryoException("an exception with more than " + MAX_DEPTH + " causes");
        }
        String typeName = required(input.readString());
        String message = input.readString();
        int frameCount = ((BoundedStreams.BoundedInput) input).readLength();
        if (frameCount > MAX_FRAMES) {
            throw new KryoException("an exception with " + frameCount + " frames");
        }
        StackTraceElement[] frames = new StackTraceElement[frameCount];
        for (int i = 0; i < frameCount; i++) {
            frames[i] = readFrame(input);
        }
        Throwable cause = input.readBoolean() ? read(input, loader, depth + 1) : null;
        Throwable made = make(typeName, message, cause, loader);
        made.setStackTrace(frames);
        int suppressed = ((BoundedStreams.BoundedInput) input).readLength();
        for (int i = 0; i < suppressed; i++) {
            made.addSuppressed(read(input, loader, depth + 1));
        }
        return made;
    }

    private static Throwable make(
            String typeName,
            @Nullable String message,
            @Nullable Throwable cause,
            ClassLoader loader) {
        try {
            Class<?> type = Class.forName(typeName, false, loader);
            if (Throwable.class.isAssignableFrom(type)
                    && !Modifier.isAbstract(type.getModifiers())) {
                Throwable made = construct(type, message, cause);
                if (made != null) {
                    return made;
                }
            }
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            // The holder below says the same.
        }
        RemoteException holder = new RemoteException(typeName, message);
        if (cause != null) {
            holder.initCause(cause);
        }
        return holder;
    }

    /** The exception with this message and cause, or null when no constructor yields that. */
    private static @Nullable Throwable construct(
            Class<?> type, @Nullable String message, @Nullable Throwable cause)
            throws ReflectiveOperationException {
        Throwable made = null;
        Constructor<?> constructor;
        if ((constructor = find(type, String.class, Throwable.class)) != null) {
            made = (Throwable) constructor.newInstance(message, cause);
        } else if ((constructor = find(type, String.class)) != null) {
            made = (Throwable) constructor.newInstance(message);
        } else if ((constructor = find(type, Throwable.class)) != null && cause != null) {
            made = (Throwable) constructor.newInstance(cause);
        } else if ((constructor = find(type)) != null) {
            made = (Throwable) constructor.newInstance();
        }
        if (made == null || !java.util.Objects.equals(made.getMessage(), message)) {
            return null;
        }
        if (made.getCause() == null && cause != null) {
            made.initCause(cause);
        }
        return made;
    }

    private static @Nullable Constructor<?> find(Class<?> type, Class<?>... parameters) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            boolean open =
                    Modifier.isPublic(constructor.getModifiers())
                            && Modifier.isPublic(type.getModifiers());
            return open || constructor.trySetAccessible() ? constructor : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}

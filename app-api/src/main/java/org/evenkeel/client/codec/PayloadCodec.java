package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.evenkeel.api.PayloadException;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes payloads against one class loader; any thread may call it.
 *
 * <p>Kryo instances are pooled here and not per thread, because tasks run on virtual threads.
 */
public final class PayloadCodec {

    /** Kryo instances kept; more may exist while more threads encode at once. */
    private static final int POOL = 16;

    private static final int BUFFER_BYTES = 1024;

    /** Larger buffers are handed over with their content instead of being copied and kept. */
    private static final int KEPT_BUFFER_BYTES = 64 << 10;

    private final ClassLoader loader;
    private final Consumer<Class<?>> named;
    private final Coder[] pool = new Coder[POOL];
    private int pooled;
    private volatile boolean earlierReaders;

    public PayloadCodec(ClassLoader loader) {
        this(loader, type -> {});
    }

    /**
     * @param named hears of each class of the program before a payload names it, once or some
     *     times; on any thread
     */
    public PayloadCodec(ClassLoader loader, Consumer<Class<?>> named) {
        this.loader = loader;
        this.named = named;
    }

    /** One Kryo with its buffers. */
    private static final class Coder {
        final Kryo kryo;
        final BoundedStreams.BoundedInput boundedInput = new BoundedStreams.BoundedInput();
        BoundedStreams.BoundedOutput boundedOutput = new BoundedStreams.BoundedOutput(BUFFER_BYTES);

        Coder(ClassLoader loader, Consumer<Class<?>> named, BooleanSupplier earlierReaders) {
            kryo = KryoFactory.create(loader, named, earlierReaders);
        }

        Encoded take(byte tag) {
            int length = boundedOutput.position();
            byte[] buffer = boundedOutput.getBuffer();
            if (length > KEPT_BUFFER_BYTES) {
                boundedOutput = new BoundedStreams.BoundedOutput(BUFFER_BYTES);
                return new Encoded(tag, buffer, length);
            }
            return new Encoded(tag, Arrays.copyOf(buffer, length), length);
        }
    }

    private Coder borrow() {
        synchronized (pool) {
            if (pooled > 0) {
                return pool[--pooled];
            }
        }
        return new Coder(loader, named, () -> earlierReaders);
    }

    private void recycle(Coder coder) {
        coder.boundedOutput.setPosition(0);
        synchronized (pool) {
            if (pooled < POOL) {
                pool[pooled++] = coder;
            }
        }
    }

    /**
     * Says who reads what is encoded from now on. Earlier builds make only those lambdas again
     * which the compiler prepared: one that the Java agent made serializable is refused then.
     */
    public void setEarlierReaders(boolean now) {
        earlierReaders = now;
    }

    /**
     * Encodes a value.
     *
     * @throws PayloadException if it, or something it refers to, cannot travel
     */
    public Encoded encode(@Nullable Object value) {
        return switch (value) {
            case null -> Encoded.OF_NULL;
            case byte[] bytes -> new Encoded(Encoded.BYTES, bytes, bytes.length);
            default -> encode(Encoded.OBJECT, value);
        };
    }

    /** Encodes an object whose class the receiver knows. */
    public Encoded encodeOfKnownClass(Object value) {
        return encode(Encoded.OBJECT_OF_KIND, value);
    }

    private Encoded encode(byte tag, Object value) {
        Coder coder = borrow();
        try {
            if (tag == Encoded.OBJECT_OF_KIND) {
                coder.kryo.writeObject(coder.boundedOutput, value);
            } else {
                coder.kryo.writeClassAndObject(coder.boundedOutput, value);
            }
            Encoded encoded = coder.take(tag);
            recycle(coder);
            return encoded;
        } catch (RefusedTypeException e) {
            throw new PayloadException("cannot travel: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new PayloadException(
                    "an object of " + value.getClass().getName() + " cannot travel: " + e, e);
        } catch (StackOverflowError e) {
            throw new PayloadException(
                    ("an object of %s cannot travel: its references nest too deeply, as in a long "
                                    + "linked list")
                            .formatted(value.getClass().getName()),
                    e);
        }
    }

    /** Encodes an exception; whatever it is, something travels. */
    public Encoded encodeThrowable(Throwable thrown) {
        BoundedStreams.BoundedOutput boundedOutput = new BoundedStreams.BoundedOutput(BUFFER_BYTES);
        try {
            ThrowableCodec.write(boundedOutput, thrown);
        } catch (RuntimeException | StackOverflowError e) {
            boundedOutput = new BoundedStreams.BoundedOutput(BUFFER_BYTES);
            ThrowableCodec.write(
                    boundedOutput,
                    new org.evenkeel.api.RemoteException(
                            thrown.getClass().getName(), e.toString()));
        }
        return new Encoded(Encoded.THROWABLE, boundedOutput.getBuffer(), boundedOutput.position());
    }

    /**
     * Decodes what {@link #encode} made.
     *
     * @param payload tag and bytes; neither kept nor changed
     * @param kind class of the object when the payload does not name it; null when it must
     * @throws PayloadException if the bytes are no payload or name a class that cannot be had
     */
    public @Nullable Object decode(
            byte[] payload, int offset, int length, @Nullable Class<?> kind) {
        if (length == 0) {
            throw new PayloadException("an empty payload");
        }
        int head = Noted.headBytes(payload, offset, length);
        return decodeBare(payload, offset + head, length - head, kind);
    }

    private @Nullable Object decodeBare(
            byte[] payload, int offset, int length, @Nullable Class<?> kind) {
        return switch (payload[offset]) {
            case Encoded.NULL -> null;
            case Encoded.BYTES -> Arrays.copyOfRange(payload, offset + 1, offset + length);
            case Encoded.OBJECT -> read(payload, offset, length, null);
            case Encoded.OBJECT_OF_KIND -> read(payload, offset, length, kind);
            default -> throw new PayloadException("a payload with tag " + payload[offset]);
        };
    }

    private @Nullable Object read(byte[] payload, int offset, int length, @Nullable Class<?> kind) {
        boolean named = payload[offset] == Encoded.OBJECT;
        if (!named && (kind == null || !AllowList.permits(kind))) {
            throw new PayloadException("a payload of a class that its task does not name");
        }
        Coder coder = borrow();
        try {
            coder.boundedInput.start(payload, offset + 1, length - 1);
            Object value =
                    kind == null || named
                            ? coder.kryo.readClassAndObject(coder.boundedInput)
                            : coder.kryo.readObject(coder.boundedInput, kind);
            if (coder.boundedInput.position() != offset + length) {
                throw new KryoException("bytes are left over");
            }
            recycle(coder);
            return value;
        } catch (RuntimeException | LinkageError e) {
            throw new PayloadException("a payload cannot be decoded: " + describe(e), e);
        } catch (StackOverflowError e) {
            throw new PayloadException(
                    "a payload cannot be decoded: its references nest too deeply", e);
        }
    }

    private static String describe(Throwable e) {
        String message = e.getMessage();
        return e instanceof KryoException && message != null ? message : e.toString();
    }

    /**
     * Decodes what {@link #encodeThrowable} made; a damaged one yields an exception that says so.
     */
    public Throwable decodeThrowable(byte[] payload, int offset, int length) {
        BoundedStreams.BoundedInput boundedInput = new BoundedStreams.BoundedInput();
        try {
            int head = 1 + Noted.headBytes(payload, offset, length);
            if (length == 0 || payload[offset + head - 1] != Encoded.THROWABLE) {
                throw new PayloadException("an exception is missing");
            }
            boundedInput.start(payload, offset + head, length - head);
            return ThrowableCodec.read(boundedInput, loader);
        } catch (RuntimeException e) {
            return new PayloadException("the exception cannot be decoded: " + describe(e), e);
        }
    }

    /** Class and body of a lambda, class of any other object. */
    public static String nameOf(Object task) {
        Class<?> type = task.getClass();
        return type.isHidden() || type.isSynthetic()
                ? LambdaSerializer.nameOf(task)
                : type.getName();
    }

    /** Whether the object was made by a lambda expression or method reference. */
    public static boolean isLambda(Object object) {
        return object.getClass().isHidden();
    }
}

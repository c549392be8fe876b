package org.evenkeel.continuations.frames;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One activation of a woven method, suspended at one of its calls: the method, the call, and what
 * the rest of the method will read.
 *
 * <p>Filled by the method itself, in an order that only its resuming twin knows. Belongs to one
 * thread at a time.
 */
public final class Frame {

    /** Most values of one frame; a method has no more than 65,535 places for them. */
    public static final int MAX_VALUES = 1 << 16;

    private static final long[] NO_NUMBERS = {};
    private static final @Nullable Object[] NO_OBJECTS = {};

    private final Class<?> owner;
    private final String method;
    private final int site;
    private final int line;
    private long[] numbers = NO_NUMBERS;
    private @Nullable Object[] objects = NO_OBJECTS;
    private int numberCount;
    private int objectCount;
    private int numbersTaken;
    private int objectsTaken;

    /**
     * @param owner class of the method
     * @param method name of its resuming twin
     * @param site which of its calls, from 0
     * @param line of that call, 0 if unknown
     */
    public Frame(Class<?> owner, String method, int site, int line) {
        this.owner = owner;
        this.method = method;
        this.site = site;
        this.line = line;
    }

    /** The same with its values, as they were read from a checkpoint. */
    public static Frame of(
            Class<?> owner,
            String method,
            int site,
            int line,
            long[] numbers,
            @Nullable Object[] objects) {
        Frame frame = new Frame(owner, method, site, line);
        frame.numbers = numbers;
        frame.objects = objects;
        frame.numberCount = numbers.length;
        frame.objectCount = objects.length;
        return frame;
    }

    public Class<?> owner() {
        return owner;
    }

    public String method() {
        return method;
    }

    public int site() {
        return site;
    }

    public int line() {
        return line;
    }

    /** A copy of the primitive values, in their order. */
    public long[] numbers() {
        return Arrays.copyOf(numbers, numberCount);
    }

    /** A copy of the references, in their order; the first of an instance method is its object. */
    public @Nullable Object[] objects() {
        return Arrays.copyOf(objects, objectCount);
    }

    // ---- Suspendting

    public Frame put(long value) {
        if (numberCount == numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(4, 2 * numberCount));
        }
        numbers[numberCount++] = value;
        return this;
    }

    public Frame put(int value) {
        return put((long) value);
    }

    public Frame put(float value) {
        return put((long) Float.floatToRawIntBits(value));
    }

    public Frame put(double value) {
        return put(Double.doubleToRawLongBits(value));
    }

    public Frame put(@Nullable Object value) {
        if (objectCount == objects.length) {
            objects = Arrays.copyOf(objects, Math.max(4, 2 * objectCount));
        }
        objects[objectCount++] = value;
        return this;
    }

    // ---- Resuming

    /** Makes the values readable once more, from the first. */
    void rewind() {
        numbersTaken = 0;
        objectsTaken = 0;
    }

    public long takeLong() {
        if (numbersTaken >= numberCount) {
            throw new WrongFrame(this + " has " + numberCount + " numbers, one more is needed");
        }
        return numbers[numbersTaken++];
    }

    public int takeInt() {
        return (int) takeLong();
    }

    public float takeFloat() {
        return Float.intBitsToFloat(takeInt());
    }

    public double takeDouble() {
        return Double.longBitsToDouble(takeLong());
    }

    public @Nullable Object takeObject() {
        if (objectsTaken >= objectCount) {
            throw new WrongFrame(this + " has " + objectCount + " objects, one more is needed");
        }
        return objects[objectsTaken++];
    }

    private String plainMethod() {
        int mark = method.indexOf(SUFFIX);
        return mark < 0 ? method : method.substring(0, mark);
    }

    /** This frame as a line of a stack trace. */
    StackTraceElement traceElement() {
        return new StackTraceElement(owner.getName(), plainMethod(), null, line == 0 ? -1 : line);
    }

    /** {@code org.app.Search.descend:42}. */
    @Override
    public String toString() {
        return owner.getName() + "." + plainMethod() + (line == 0 ? "" : ":" + line);
    }

    /** Between a method's name and its number in the name of its resuming twin. */
    public static final String SUFFIX = "$resume$";
}

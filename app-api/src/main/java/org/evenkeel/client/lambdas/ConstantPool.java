package org.evenkeel.client.lambdas;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The constants of a class file. Nothing else of it is read. */
final class ConstantPool {

    static final int UTF8 = 1;
    static final int INTEGER = 3;
    static final int METHOD = 10;
    static final int NAME_AND_TYPE = 12;
    static final int METHOD_HANDLE = 15;
    static final int INVOKE_DYNAMIC = 18;

    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int INTERFACE_METHOD = 11;
    private static final int METHOD_TYPE = 16;
    private static final int CLASS = 7;

    private static final int MAGIC = 0xCAFEBABE;

    /** Offset of the number of constants. */
    static final int COUNT_AT = 8;

    private final byte[] bytes;
    private final ByteBuffer file;

    /** Where each begins, with its tag; 0 for numbers that have none. */
    private final int[] places;

    private final int end;

    /**
     * @throws IllegalArgumentException if it is no class file, or of a version that no code here
     *     knows
     * @throws IndexOutOfBoundsException if it ends too early
     */
    ConstantPool(byte[] classFile) {
        bytes = classFile;
        file = ByteBuffer.wrap(classFile);
        if (file.getInt(0) != MAGIC) {
            throw new IllegalArgumentException("no class file");
        }
        places = new int[u2(COUNT_AT)];
        int at = COUNT_AT + Short.BYTES;
        for (int i = 1; i < places.length; i++) {
            places[i] = at;
            int tag = file.get(at);
            at += size(tag, at);
            if (tag == LONG || tag == DOUBLE) {
                i++; // they have two numbers
            }
        }
        end = at;
    }

    private int size(int tag, int at) {
        return switch (tag) {
            case UTF8 -> 3 + u2(at + 1);
            case INTEGER, 4, 9, METHOD, INTERFACE_METHOD, NAME_AND_TYPE, 17, INVOKE_DYNAMIC -> 5;
            case LONG, DOUBLE -> 9;
            case CLASS, 8, METHOD_TYPE, 19, 20 -> 3;
            case METHOD_HANDLE -> 4;
            default -> throw new IllegalArgumentException("a constant with tag " + tag);
        };
    }

    /** The class file itself. */
    byte[] bytes() {
        return bytes;
    }

    /** Offset of what follows the constants. */
    int end() {
        return end;
    }

    /** One more than the number of the last constant. */
    int count() {
        return places.length;
    }

    int u1(int at) {
        return file.get(at) & 0xff;
    }

    int u2(int at) {
        return file.getShort(at) & 0xffff;
    }

    int i4(int at) {
        return file.getInt(at);
    }

    boolean is(int number, int tag) {
        return places[number] != 0 && file.get(places[number]) == tag;
    }

    private int place(int number, int... tags) {
        for (int tag : tags) {
            if (is(number, tag)) {
                return places[number];
            }
        }
        throw new IllegalArgumentException("constant " + number + " is of another kind");
    }

    String utf8(int number) {
        int at = place(number, UTF8) + 1;
        int length = Short.BYTES + u2(at);
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(bytes, at, length))) {
            return in.readUTF();
        } catch (IOException e) {
            throw new IllegalArgumentException("constant " + number + " is no text", e);
        }
    }

    int integer(int number) {
        return i4(place(number, INTEGER) + 1);
    }

    /** Name of a class, with slashes. */
    String className(int number) {
        return utf8(u2(place(number, CLASS) + 1));
    }

    /** Descriptor of a method type. */
    String methodType(int number) {
        return utf8(u2(place(number, METHOD_TYPE) + 1));
    }

    String name(int nameAndType) {
        return utf8(u2(place(nameAndType, NAME_AND_TYPE) + 1));
    }

    String type(int nameAndType) {
        return utf8(u2(place(nameAndType, NAME_AND_TYPE) + 3));
    }

    /** Number of the bootstrap method of a dynamic call. */
    int bootstrapOf(int invokeDynamic) {
        return u2(place(invokeDynamic, INVOKE_DYNAMIC) + 1);
    }

    /** Number of name and type of a dynamic call. */
    int callOf(int invokeDynamic) {
        return u2(place(invokeDynamic, INVOKE_DYNAMIC) + 3);
    }

    /** How a method handle calls: one of the {@code REF} constants of MethodHandleInfo. */
    int kindOf(int methodHandle) {
        return u1(place(methodHandle, METHOD_HANDLE) + 1);
    }

    /** Number of the method that a handle calls. */
    int methodOf(int methodHandle) {
        return u2(place(methodHandle, METHOD_HANDLE) + 2);
    }

    /** Number of the class of a method. */
    int ownerOf(int method) {
        return u2(place(method, METHOD, INTERFACE_METHOD) + 1);
    }

    /** Number of name and type of a method. */
    int nameAndTypeOf(int method) {
        return u2(place(method, METHOD, INTERFACE_METHOD) + 3);
    }
}

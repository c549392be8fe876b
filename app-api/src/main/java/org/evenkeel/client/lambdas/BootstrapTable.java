package org.evenkeel.client.lambdas;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bootstrap methods of a class file: what its dynamic calls, lambdas among them, are linked by.
 *
 * @param begin offset of the attribute, from its name on
 * @param end offset of what follows it
 * @param entries in the order of their numbers
 */
record BootstrapTable(int begin, int end, List<Entry> entries) {

    private static final String NAME = "BootstrapMethods";

    /** Access flags, class and superclass. */
    private static final int HEAD_BYTES = 6;

    /** Of an attribute: name and length. */
    private static final int ATTRIBUTE_HEAD_BYTES = 6;

    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /** The JDK's method that makes most lambdas. */
    static final String PLAIN = "metafactory";

    /** The one that makes lambdas with flags, markers or bridges. */
    static final String ALT = "altMetafactory";

    /**
     * A bootstrap method with its arguments, by the numbers of their constants.
     *
     * @param handle the method
     */
    record Entry(int handle, List<Integer> arguments) {

        /** Name of the JDK's method that makes lambdas; null if it is another. */
        @Nullable String lambdaFactory(ConstantPool constants) {
            if (!constants.is(handle, ConstantPool.METHOD_HANDLE)) {
                return null;
            }
            int method = constants.methodOf(handle);
            return constants.is(method, ConstantPool.METHOD)
                            && constants.className(constants.ownerOf(method)).equals(METAFACTORY)
                    ? constants.name(constants.nameAndTypeOf(method))
                    : null;
        }
    }

    /**
     * Those of a class file; null if it has none.
     *
     * @throws IllegalArgumentException if it is damaged
     * @throws IndexOutOfBoundsException if it ends too early
     */
    static @Nullable BootstrapTable of(ConstantPool constants) {
        int at = constants.end() + HEAD_BYTES;
        at += Short.BYTES * (1 + constants.u2(at)); // interfaces
        at = afterMembers(constants, at); // fields
        at = afterMembers(constants, at); // methods
        int attributes = constants.u2(at);
        at += Short.BYTES;
        BootstrapTable found = null;
        for (int i = 0; i < attributes; i++) {
            int next = afterAttribute(constants, at);
            if (constants.utf8(constants.u2(at)).equals(NAME)) {
                List<Entry> entries = entries(constants, at + ATTRIBUTE_HEAD_BYTES);
                found = new BootstrapTable(at, next, entries);
            }
            at = next;
        }
        if (at != constants.bytes().length) {
            throw new IllegalArgumentException("a class file that ends too early, or too late");
        }
        return found;
    }

    private static int afterMembers(ConstantPool constants, int begin) {
        int at = begin + Short.BYTES;
        for (int left = constants.u2(begin); left > 0; left--) {
            at += HEAD_BYTES; // access flags, name and type
            int attributes = constants.u2(at);
            at += Short.BYTES;
            for (int i = 0; i < attributes; i++) {
                at = afterAttribute(constants, at);
            }
        }
        return at;
    }

    private static int afterAttribute(ConstantPool constants, int at) {
        int length = constants.i4(at + Short.BYTES);
        if (length < 0) {
            throw new IllegalArgumentException("an attribute of more than 2 GiB");
        }
        return Math.addExact(at + ATTRIBUTE_HEAD_BYTES, length);
    }

    private static List<Entry> entries(ConstantPool constants, int begin) {
        List<Entry> entries = new ArrayList<>();
        int at = begin + Short.BYTES;
        for (int left = constants.u2(begin); left > 0; left--) {
            int handle = constants.u2(at);
            int count = constants.u2(at + Short.BYTES);
            at += 2 * Short.BYTES;
            List<Integer> arguments = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                arguments.add(constants.u2(at));
                at += Short.BYTES;
            }
            entries.add(new Entry(handle, List.copyOf(arguments)));
        }
        return List.copyOf(entries);
    }
}

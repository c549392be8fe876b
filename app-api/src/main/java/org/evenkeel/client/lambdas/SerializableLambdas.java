package org.evenkeel.client.lambdas;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.LambdaMetafactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the lambdas and method references of a class serializable: its bootstrap methods name the
 * JDK's {@code altMetafactory} with a flag for it, instead of {@code metafactory}.
 *
 * <p>No instruction changes, so that no stack map has to be computed and no other class be looked
 * at. New constants are added behind those that there are.
 */
final class SerializableLambdas {

    private static final String ALT_TYPE =
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                    + "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)"
                    + "Ljava/lang/invoke/CallSite;";

    /** Number of the constant with the flags among the arguments of {@code altMetafactory}. */
    private static final int FLAGS_AT = 3;

    private static final int REF_INVOKE_STATIC = 6;
    private static final int MAX_CONSTANTS = 0xffff;

    private final ConstantPool constants;
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private final Map<Integer, Integer> integers = new HashMap<>();
    private int next;

    /** Number of the handle of {@code altMetafactory}, 0 as long as there is none. */
    private int alt;

    private boolean changed;

    private SerializableLambdas(ConstantPool constants) {
        this.constants = constants;
        this.next = constants.count();
    }

    /**
     * The class with all of its lambdas serializable; null if nothing is to be changed.
     *
     * @throws IllegalArgumentException if it is damaged, or of a version that no code here knows
     */
    static byte @Nullable [] of(byte[] classFile) {
        try {
            ConstantPool constants = new ConstantPool(classFile);
            BootstrapTable table = BootstrapTable.of(constants);
            return table == null ? null : new SerializableLambdas(constants).change(table);
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("a damaged class file", e);
        }
    }

    private byte @Nullable [] change(BootstrapTable table) {
        List<BootstrapTable.Entry> entries = new ArrayList<>();
        for (BootstrapTable.Entry entry : table.entries()) {
            entries.add(changed(entry));
        }
        return changed && next <= MAX_CONSTANTS ? write(table, entries) : null;
    }

    private BootstrapTable.Entry changed(BootstrapTable.Entry entry) {
        String factory = entry.lambdaFactory(constants);
        List<Integer> arguments = new ArrayList<>(entry.arguments());
        if (BootstrapTable.PLAIN.equals(factory) && arguments.size() == FLAGS_AT) {
            int handle = altHandle(entry.handle());
            arguments.add(integer(LambdaMetafactory.FLAG_SERIALIZABLE));
            changed = true;
            return new BootstrapTable.Entry(handle, arguments);
        }
        if (BootstrapTable.ALT.equals(factory) && arguments.size() > FLAGS_AT) {
            int flags = constants.integer(arguments.get(FLAGS_AT));
            if ((flags & LambdaMetafactory.FLAG_SERIALIZABLE) == 0) {
                arguments.set(FLAGS_AT, integer(flags | LambdaMetafactory.FLAG_SERIALIZABLE));
                changed = true;
                return new BootstrapTable.Entry(entry.handle(), arguments);
            }
        }
        return entry;
    }

    // ---- New constants

    private int altHandle(int plainHandle) {
        if (alt == 0) {
            int owner = constants.ownerOf(constants.methodOf(plainHandle));
            int name = text(BootstrapTable.ALT);
            int type = text(ALT_TYPE);
            int nameAndType = pair(ConstantPool.NAME_AND_TYPE, name, type);
            int method = pair(ConstantPool.METHOD, owner, nameAndType);
            added.write(ConstantPool.METHOD_HANDLE);
            added.write(REF_INVOKE_STATIC);
            putShort(added, method);
            alt = next++;
        }
        return alt;
    }

    private int text(String ascii) {
        byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
        added.write(ConstantPool.UTF8);
        putShort(added, bytes.length);
        added.writeBytes(bytes);
        return next++;
    }

    private int pair(int tag, int first, int second) {
        added.write(tag);
        putShort(added, first);
        putShort(added, second);
        return next++;
    }

    private int integer(int value) {
        Integer known = integers.get(value);
        if (known != null) {
            return known;
        }
        added.write(ConstantPool.INTEGER);
        putShort(added, value >>> Short.SIZE);
        putShort(added, value);
        integers.put(value, next);
        return next++;
    }

    // ---- Writing

    private byte[] write(BootstrapTable table, List<BootstrapTable.Entry> entries) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        putShort(content, entries.size());
        for (BootstrapTable.Entry entry : entries) {
            putShort(content, entry.handle());
            putShort(content, entry.arguments().size());
            entry.arguments().forEach(argument -> putShort(content, argument));
        }
        byte[] old = constants.bytes();
        int fromConstants = ConstantPool.COUNT_AT + Short.BYTES;
        int nameEnd = table.begin() + Short.BYTES;
        ByteArrayOutputStream out =
                new ByteArrayOutputStream(old.length + added.size() + content.size());
        out.write(old, 0, ConstantPool.COUNT_AT);
        putShort(out, next);
        out.write(old, fromConstants, constants.end() - fromConstants);
        out.writeBytes(added.toByteArray());
        out.write(old, constants.end(), nameEnd - constants.end());
        putShort(out, content.size() >>> Short.SIZE);
        putShort(out, content.size());
        out.writeBytes(content.toByteArray());
        out.write(old, table.end(), old.length - table.end());
        return out.toByteArray();
    }

    private static void putShort(ByteArrayOutputStream out, int value) {
        out.write(value >>> Byte.SIZE);
        out.write(value);
    }
}

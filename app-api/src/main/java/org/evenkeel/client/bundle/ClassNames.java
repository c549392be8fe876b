package org.evenkeel.client.bundle;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The classes that a class file names: those that its code uses, and those in its descriptors. */
final class ClassNames {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int COUNT_AT = 8;

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;

    /** A type in a descriptor or a signature. */
    private static final Pattern TYPE = Pattern.compile("L([\\p{L}\\p{N}_$/]+)[;<]");

    private ClassNames() {}

    /** Their names, with dots; empty for what is no class file. */
    static Set<String> in(byte[] classFile) {
        try {
            return read(ByteBuffer.wrap(classFile));
        } catch (IndexOutOfBoundsException
                | BufferUnderflowException
                | IllegalArgumentException e) {
            return Set.of();
        }
    }

    private static Set<String> read(ByteBuffer file) {
        Set<String> names = new LinkedHashSet<>();
        if (file.getInt(0) != MAGIC) {
            return names;
        }
        int count = file.getShort(COUNT_AT) & 0xffff;
        String[] texts = new String[count];
        int[] classes = new int[count];
        file.position(COUNT_AT + Short.BYTES);
        for (int i = 1; i < count; i++) {
            int tag = file.get();
            switch (tag) {
                case UTF8 -> texts[i] = text(file);
                case CLASS -> classes[i] = file.getShort() & 0xffff;
                default -> file.position(file.position() + size(tag));
            }
            if (tag == LONG || tag == DOUBLE) {
                i++; // they have two numbers
            }
        }
        for (int each : classes) {
            String name = each == 0 || each >= count ? null : texts[each];
            if (name != null && !name.startsWith("[")) {
                names.add(name.replace('/', '.'));
            }
        }
        for (String text : texts) {
            if (text != null && text.indexOf('L') >= 0) {
                Matcher types = TYPE.matcher(text);
                while (types.find()) {
                    names.add(types.group(1).replace('/', '.'));
                }
            }
        }
        return names;
    }

    private static String text(ByteBuffer file) {
        byte[] bytes = new byte[file.getShort() & 0xffff];
        file.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int size(int tag) {
        return switch (tag) {
            case LONG, DOUBLE -> 8;
            case 15 -> 3;
            case 8, 16, 19, 20 -> 2;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            default -> throw new IndexOutOfBoundsException("a constant with tag " + tag);
        };
    }
}
